import { foldLabel } from '../../core/fold.ts';

/** How models decline, at the beginning of what they say: an apology or an inability, in a few languages. Folded text. */
const openings: readonly RegExp[] = [
  // English
  /^(?:i'?m|i am) (?:\w+ )?(?:sorry|afraid)\b.{0,120}\b(?:can't|cannot|can not|unable|not able|won't|will not|not comfortable|decline)\b/u,
  /^(?:sorry|apologies|my apologies|i apologi[sz]e|unfortunately)\b.{0,120}\b(?:can't|cannot|can not|unable|not able|won't|will not|decline)\b/u,
  /^(?:as an? (?:ai|artificial|language)\b.{0,120}|.{0,8}\b)?i (?:can't|cannot|can not|won't|will not|must decline|have to decline|decline)(?: and will not| or will not)?(?: to)?(?: \w+){0,2} (?:help|assist|comply|continue|judge|evaluate|rate|assess|grade|provide|engage|participate|respond|answer|do|fulfil|fulfill|support|create|discuss|process)\b/u,
  /^(?:as an? (?:ai|artificial|language)\b.{0,120})?(?:i'?m|i am) (?:unable|not able|not comfortable|not going) to\b/u,
  // German, Dutch, the Romance languages
  /^(?:es tut mir leid|tut mir leid|entschuldigung|leider)\b.{0,80}\bkann\b.{0,60}\bnicht\b/u,
  /^(?:ich kann|dabei kann ich)\b.{0,60}\bnicht (?:helfen|beurteilen|bewerten|weiterhelfen)/u,
  /^(?:het spijt me|sorry)\b.{0,80}\b(?:kan|mag)\b.{0,60}\b(?:niet|geen)\b/u,
  /^(?:je suis désolée?|désolée?|je m'excuse)(?!\p{L}).{0,80}\b(?:ne (?:peux|puis)|impossible)\b/u,
  /^je ne (?:peux|puis) pas\b/u,
  /^(?:lo siento|lo lamento|disculpa)\b.{0,80}\bno (?:puedo|me es posible)\b/u,
  /^no puedo (?:ayudar|evaluar|cumplir|juzgar|proporcionar)/u,
  /^(?:desculpe|sinto muito|lamento)\b.{0,80}\bnão (?:posso|consigo)\b/u,
  /^não (?:posso|consigo) (?:ajudar|avaliar|julgar|atender)/u,
  /^(?:mi dispiace|spiacente)\b.{0,80}\bnon (?:posso|sono in grado)\b/u,
  // Slavic languages, Turkish, Vietnamese, Indonesian
  /^(?:извините|простите|к сожалению|мне жаль)(?![\p{L}]).{0,80}не (?:могу|в состоянии)/u,
  /^я не могу (?:помочь|оценить|выполнить|ответить)/u,
  /^(?:przepraszam|przykro mi|niestety)\b.{0,80}nie (?:mogę|jestem w stanie)/u,
  /^(?:üzgünüm|maalesef|özür dilerim)(?![\p{L}])/u,
  /^(?:xin lỗi|rất tiếc)(?![\p{L}])/u,
  /^maaf\b.{0,80}\btidak (?:bisa|dapat)\b/u,
  // Chinese, Japanese, Korean, Thai, Hindi, Arabic, Hebrew
  /^(?:很|非常)?(?:抱歉|对不起|對不起|遗憾|遺憾).{0,40}(?:无法|無法|不能)/u,
  /^(?:我|作为.{0,20})(?:无法|無法|不能)(?:帮|幫|协助|協助|提供|评|評|回答|满足)/u,
  /^(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい).{0,60}(?:できません|できかねます|いたしかねます)/u,
  /^.{0,30}お手伝いできません/u,
  /^(?:죄송|미안).{0,60}(?:수 없|못)/u,
  /^ขออภัย.{0,60}ไม่/u,
  /^(?:क्षमा करें|माफ़ कीजिए|मुझे खेद है).{0,80}नहीं/u,
  /^(?:عذرا|عذرًا|آسف|أعتذر).{0,60}(?:لا أستطيع|لا يمكنني|لا استطيع)/u,
  /^لا (?:أستطيع|يمكنني|استطيع) (?:المساعدة|مساعدتك|تقييم)/u,
  /^(?:מצטער|אני מצטער|סליחה).{0,60}(?:לא יכול|איני יכול)/u,
];

/** Whether a text opens as a refusal does. Asked only of replies in which no verdict could be read; unknown wordings are simply not recognised. */
export function isRefusal(text: string): boolean {
  const opening = foldLabel(text.slice(0, 600)).replace(/^["'*_`]+/u, '');
  return openings.some((pattern) => pattern.test(opening));
}
