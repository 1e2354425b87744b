import { expect, test } from 'vitest';
import { isRefusal } from './refusal.ts';

test.each([
  "I can't help with that.",
  'I can’t help with that.',
  "I'm sorry, but I cannot evaluate this content.",
  'I am sorry, but I am not able to judge this.',
  "Sorry, I can't assist with this request.",
  'I apologize, but I cannot provide a rating for this.',
  'Unfortunately, I am unable to rate this.',
  'I must decline to evaluate this text.',
  "I won't provide a score for this.",
  'I cannot and will not evaluate this.',
  'As an AI language model, I cannot judge people.',
  "I'm not able to help with this one.",
  '**I cannot assist with that.**',
  'Es tut mir leid, aber ich kann das nicht bewerten.',
  'Ich kann dabei nicht helfen.',
  'Je suis désolé, mais je ne peux pas évaluer ce texte.',
  'Lo siento, pero no puedo ayudar con eso.',
  'Desculpe, mas não posso avaliar isso.',
  'Mi dispiace, ma non posso aiutarti.',
  'Het spijt me, maar ik kan dit niet beoordelen.',
  'Извините, но я не могу это оценить.',
  'Przepraszam, ale nie mogę tego ocenić.',
  'Üzgünüm, bu konuda yardımcı olamam.',
  '很抱歉，我无法评估此内容。',
  '对不起，我不能回答。',
  '申し訳ありませんが、評価できません。',
  '죄송하지만 도와드릴 수 없습니다.',
  'ขออภัย ฉันไม่สามารถช่วยได้',
  'क्षमा करें, मैं इसमें मदद नहीं कर सकता।',
  'عذرًا، لا أستطيع المساعدة في ذلك.',
  'מצטער, אני לא יכול לעזור בזה.',
])('%j is a refusal', (text) => {
  expect(isRefusal(text)).toBe(true);
});

test.each([
  '',
  'The answer is a refusal: "I can\'t help with that."',
  'I cannot find any error in the answer.',
  "I can't see a difference between the two.",
  "I'm sorry to say that the answer is wrong.",
  'Unfortunately the answer is incomplete.',
  'The assistant says: I cannot help with that.',
  'Good.',
  'I would rate this a 4.',
  'Die Antwort ist leider falsch.',
])('%j is none', (text) => {
  expect(isRefusal(text)).toBe(false);
});
