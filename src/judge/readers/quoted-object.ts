import type { JsonSpan } from './json-spans.ts';

/** How an object stands in the text around it. */
export type Standing = {
  /** It is (or may be) a quotation or a mention, not the judge's own answer. */
  readonly mentioned: boolean;
  /** It ends the reply, and words before it present it as the judge's own answer, without any that attribute it to somebody else. */
  readonly final: boolean;
  /** It ends the reply on lines of its own, and nothing introduces it as somebody else's. */
  readonly block: boolean;
  /** Nothing but a Markdown fence stands around it. */
  readonly alone: boolean;
};

// Words around an object. They only ever decide between an object taken and a reply unreadable, never between two values.
const verbs =
  'says?|said|states?|stated|claims?|claimed|contains?|contained|includes?|included|reads?|writes?|wrote|outputs|outputted|prints?|printed|returns?|returned|repl(?:y|ies|ied)|responds?|responded|answered|quotes?|quoted|quoting|embeds?|embedded|injects?|injected|asserts?|asserted|ends?|ended|begins?|starts?|started|rates|rated|demands?|demanded|insists?|insisted|instructs|asks for';
const others = 'candidate|assistant|respondent|submission|author|model|student|answer|response|output|text|passage|user';
const attribution = new RegExp(`\\b(?:${verbs})\\b(?: \\w+){0,5}\\W*$|\\b(?:${others})(?:'s|’s|s')(?: \\w+){0,5}\\W*$`, 'iu');
const anyAttribution = new RegExp(`\\b(?:${verbs}|${others})\\b|["“«「]\\s*$`, 'iu');
const ownAnswer =
  /\b(?:my|our|final|overall)\s+(?:(?:own|final|overall|honest|revised|corrected|updated|complete|json)\s+){0,2}(?:verdict|judge?ment|evaluation|assessment|decision|conclusion|rating|score|grade|answer|output|result|response|json)\b/iu;
const ownAnswerBefore = new RegExp(`${ownAnswer.source}[^.:!?\\n]{0,20}[:：]?\\s*$`, 'iu');
const ownCue =
  /(?:\b(?:my|our|mine|final|finally|overall|revised|corrected|updated|conclusion|verdict|mein|meine|endgültig\w*|abschließend\w*|mon|ma|finale?s?|mi|veredicto|meu|minha|il mio|verdetto)\b|最终|最終|我的|私の|최종|итогов|окончательн|мо[йёя](?!\p{L}))[^.!?。！？\n{}]{0,80}$/iu;
const attributedAfter = new RegExp(
  `^[\\s"'”’\`*_,.)-]{0,6}(?:says|said|claims|claimed|wrote|is what|was what|according to|as (?:claimed|stated|quoted))\\b`,
  'iu',
);

/** How the object at `span` stands in `text`, where `previousEnd` is the end of the object before it (0 where there is none). */
export function standingOf(text: string, span: JsonSpan, previousEnd: number): Standing {
  if (span.start === 0 && span.end === text.length) return { mentioned: false, final: false, block: true, alone: true };
  const before = text.slice(previousEnd, span.start);
  const after = text.slice(span.end);
  const lead = before
    .slice(-400)
    .replace(/[\s*_`>#[(-]{1,40}$|(?:```|~~~)\s?\w{0,12}\s{0,10}$/u, '')
    .trimEnd();
  const own = ownCue.test(lead);
  const attributed = (attribution.test(lead) && !ownAnswerBefore.test(lead)) || attributedAfter.test(after.slice(0, 60));
  const lineBefore = lastLine(before);
  const lineAfter = firstLine(after);
  const encoded = before.trim() === '"' && after.trim() === '"';
  const quoted = !encoded && isQuoted(lineBefore, lineAfter);
  const midSentence = !isBlank(lineBefore) && !isBlank(lineAfter);
  const withoutOwn = before.replace(new RegExp(ownAnswer, 'giu'), '');
  const ends = isBlank(after) && !quoted && !attributed;
  return {
    mentioned: !encoded && (quoted || attributed || (midSentence && !own)),
    final: ends && own && !anyAttribution.test(withoutOwn),
    block: ends && isBlank(lineBefore) && !(/[:：]$/u.test(lead) && anyAttribution.test(lastLine(lead))),
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
