import { describe, expect, it } from 'vitest';
import { readConversation } from './conversation.ts';

describe('conversations', () => {
  it('reads messages with tool calls as OpenAI has them', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        name: 'ann',
        content: [
          { type: 'text', text: 'Weather?' },
          { type: 'image_url', image_url: { url: 'data:…' } },
          { type: 'text', text: 'Here.' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"at": "here"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '21 °C' },
      { role: 'assistant', function_call: { name: 'old', arguments: '{}' } },
      { role: 'assistant', content: '' },
    ];
    const expected = {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', name: 'ann', content: 'Weather?\n\n[image]\n\nHere.' },
        { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'weather', arguments: '{"at": "here"}' }] },
        { role: 'tool', content: '21 °C', toolCallId: 'c1' },
        { role: 'assistant', content: '', toolCalls: [{ name: 'old', arguments: '{}' }] },
        { role: 'assistant', content: '' },
      ],
    };
    expect(readConversation(messages)).toEqual(expected);
    expect(readConversation(JSON.stringify(messages))).toEqual(expected);
  });

  it('reads content blocks as Anthropic has them', () => {
    expect(
      readConversation([
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hidden', signature: 's' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 't1', name: 'weather', input: { at: 'here' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '21 °C' }] }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't2', content: 'none' },
            { type: 'text', text: 'So?' },
            { type: 'new_kind', x: 1 },
          ],
        },
      ]),
    ).toEqual({
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: 'I look.', toolCalls: [{ id: 't1', name: 'weather', arguments: '{"at":"here"}' }] },
        { role: 'tool', content: '21 °C', toolCallId: 't1' },
        { role: 'tool', content: 'none', toolCallId: 't2' },
        { role: 'user', content: 'So?\n\n{\n  "type": "new_kind",\n  "x": 1\n}' },
      ],
    });
  });

  it('reads from and value', () => {
    expect(
      readConversation([
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
        { from: 'system', value: 's' },
      ]),
    ).toEqual({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'system', content: 's' },
      ],
    });
  });

  it.each([
    ['hello', 'conversation: expected a list of messages, or its JSON, got "hello" (string).'],
    [{ role: 'user' }, 'conversation: expected a list of messages, got {"role":"user"} (object).'],
    [['x'], 'conversation[0]: expected a message, got "x" (string).'],
    [[{ content: 'x' }], 'conversation[0].role: expected a text, got nothing.'],
    [[{ role: 'user', content: 3 }], 'conversation[0].content: expected a text or a list of parts, got 3 (number).'],
    [
      [{ role: 'user', content: [{ type: 'text', text: 3 }] }],
      'conversation[0].content[0].text: expected a text, got 3 (number).',
    ],
    [
      [{ role: 'assistant', tool_calls: [{ function: {} }] }],
      'conversation[0].tool_calls[0].name: expected a text, got nothing.',
    ],
    [[{ role: 'assistant', tool_calls: {} }], 'conversation[0].tool_calls: expected a list, got {} (object).'],
  ])('says what is wrong with %j', (value, problem) => {
    expect(readConversation(value)).toEqual({ problem });
  });
});
