import type { JsonSpan } from './json-spans.ts';
import { anyAttribution, isAttributed, isInsideQuote, isRetracted, isSupposed } from './reply-words.ts';

/** How an object stands in the text around it. */
export type Standing = {
  /** It is (or may be) a quotation or a mention, not the judge's own answer. */
  readonly mentioned: boolean;
  /** It ends the reply, and words before it present it as the judge's own answer, without any that attribute it to somebody else. */
  readonly final: boolean;
  /** It ends the reply on lines of its own, and nothing introduces it as somebody else's. */
  readonly block: boolean;
  /** Words behind it take it back. */
  readonly retracted: boolean;
  /** Nothing but a Markdown fence stands around it. */
  readonly alone: boolean;
};

const ownAnswer =
  /\b(?:my|our|final|overall)\s+(?:(?:own|final|overall|honest|revised|corrected|updated|complete|json)\s+){0,2}(?:verdict|judge?ment|evaluation|assessment|decision|conclusion|rating|score|grade|answer|output|result|response|json)\b/iu;
const ownAnswerBefore = new RegExp(`${ownAnswer.source}[^.:!?\\n]{0,20}[:：]?\\s*$`, 'iu');
const ownCue =
  /(?:\b(?:my|our|mine|final|finally|overall|revised|corrected|updated|conclusion|verdict|mein|meine|endgültig\w*|abschließend\w*|mon|ma|finale?s?|mi|veredicto|meu|minha|il mio|verdetto)\b|最终|最終|我的|私の|최종|итогов|окончательн|мо[йёя](?!\p{L}))[^.!?。！？\n{}]{0,80}$/iu;
const attributedAfter = new RegExp(
  `^[\\s"'”’\`*_,.)-]{0,6}(?:says|said|claims|claimed|wrote|is what|was what|according to|as (?:claimed|stated|quoted))\\b`,
  'iu',
);

/** Elements that models set their own answer in. */
const ownTags = /<\/?(?:(?:final[_-])?(?:answer|verdict|output|result|json|response|judge?ment|evaluation)|tool_call)>/giu;

/** How the object at `span` stands in `text`, where `previousEnd` is the end of the object before it (0 where there is none). */
export function standingOf(text: string, span: JsonSpan, previousEnd: number): Standing {
  if (span.start === 0 && span.end === text.length)
    return { mentioned: false, final: false, block: true, retracted: false, alone: true };
  const before = text.slice(previousEnd, span.start);
  const after = text.slice(span.end);
  const lead = before
    .slice(-400)
    .replace(/[\s*_`>#[(-]{1,40}$|(?:```|~~~)\s?\w{0,12}\s{0,10}$/u, '')
    .trimEnd();
  const own = ownCue.test(lead);
  const attributed = (isAttributed(lead) && !ownAnswerBefore.test(lead)) || attributedAfter.test(after.slice(0, 60));
  const supposed = isSupposed(lead) || isInsideQuote(before.slice(-400));
  const lineBefore = lastLine(before);
  const lineAfter = firstLine(after);
  const encoded = before.trim() === '"' && after.trim() === '"';
  const quoted = !encoded && isQuoted(lineBefore, lineAfter);
  const midSentence = !isBlank(lineBefore.replace(ownTags, '')) && !isBlank(lineAfter.replace(ownTags, ''));
  const withoutOwn = before.replace(new RegExp(ownAnswer, 'giu'), '');
  const ends = isBlank(after) && !quoted && !attributed && !supposed;
  return {
    mentioned: !encoded && (quoted || attributed || supposed || (midSentence && !own)),
    final: ends && own && !anyAttribution.test(withoutOwn),
    block: ends && isBlank(lineBefore) && !(/[:：]$/u.test(lead) && anyAttribution.test(lastLine(lead))),
    retracted: isRetracted(after),
    alone: previousEnd === 0 && isFence(before) && isFence(after),
  };
}

function isQuoted(lineBefore: string, lineAfter: string): boolean {
  if (/^\s{0,3}>/u.test(lineBefore)) return true;
  return /["'“«「『‘]$/u.test(lineBefore) && /^["'”»」』’]/u.test(lineAfter);
}

/** Nothing but Markdown and punctuation. */
function isBlank(text: string): boolean {
  return /^(?:[\s*_`~>#.,;:!。)\]([-]|\bjson\b)*$/iu.test(text);
}

function isFence(text: string): boolean {
  return /^(?:[`~]{3,}[^\S\n]*(?:json\w?|javascript|js)?|json)?$/iu.test(text.trim());
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}
