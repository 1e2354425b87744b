import { foldLabel } from '../../core/fold.ts';

/** What an English refusal may open with before it declines: a greeting, what the speaker is, thanks, an apology. */
const speaker = String.raw`(?:as|being|i am just|i'm just|i am only|i'm only) an? (?:[\w-]+ ){0,3}(?:ai|model|assistant|judge|evaluator)\b[^.!?]{0,120}?`;
const courtesy = String.raw`(?:thank you|thanks|i appreciate|i understand|i apologi[sz]e|sorry|(?:my )?apologies|i(?:'m| am) (?:\w+ )?(?:sorry|afraid)|unfortunately|regrettably)\b[^!?]{0,160}?`;
const lead = String.raw`^(?:(?:no|hello|hi|hm+|well|okay|ok)\W+)?(?:${speaker}\b)?(?:${courtesy}\b)?`;
/** What is declined. Without one of these, "I cannot" may go on with anything ("find a fault"). */
const deeds =
  'help|assist|comply|continue|proceed|judge|evaluate|rate|assess|grade|score|review|provide|give|offer|engage|participate|respond|answer|fulfil|fulfill|support|create|generate|produce|discuss|process|complete|do (?:that|this|it|so)';
const cannot =
  "(?:can't|cannot|can not|won't|will not|could not|couldn't|do not(?= engage)|don't(?= engage)|(?:won't|will not) be able to|(?:'m| am) (?:unable|not able|not allowed|not permitted|not authori[sz]ed|not going|not in a position|not comfortable)(?: to)?)";
const material =
  '(?:it|this|that|such|(?:this|that|your|the) (?:request|content|text|material|prompt|input|question|topic|task))';
const rules = '(?:guideline|polic|principle|programming|instructions|safety|rules|values|terms)';

/** How models decline, at the beginning of what they say: an apology or an inability, in a few languages. Folded text. */
const openings: readonly RegExp[] = [
  // English
  new RegExp(`${lead}i ?${cannot}(?: [\\w']+){0,4}? (?:${deeds})\\b`, 'u'),
  new RegExp(`${lead}(?:cannot|can't|unable to|not able to) (?:${deeds})\\b`, 'u'),
  new RegExp(
    `${lead}i(?:'ll|'d)? ?(?:\\w+ly )?(?:(?:must|will|have to|need to|would like to|would|(?:am|'m) going to(?: have to)?|(?:am|'m) (?:obliged|forced) to) )?(?:\\w+ly )?(?:decline|refuse|refrain)\\b`,
    'u',
  ),
  new RegExp(`${lead}i (?:do not|don't|would not|wouldn't) feel (?:comfortable|able|right)\\b`, 'u'),
  new RegExp(`${lead}i(?:'m| am) (?:not comfortable|not allowed|not permitted)\\b`, 'u'),
  new RegExp(`${lead}i(?:'d| would) (?:rather not|prefer not)\\b`, 'u'),
  new RegExp(`${lead}(?:it|this|that)(?:'s| is| would) (?:not |be |in)*appropriate for me\\b`, 'u'),
  new RegExp(
    `${lead}${material}(?:'s| is| would be)? ?(?:\\w+ ){0,2}(?:violat\\w+|against|conflicts? with|outside|breach\\w*) .{0,30}\\b${rules}`,
    'u',
  ),
  new RegExp(
    `${lead}(?:my|our) .{0,40}\\b${rules}\\w*\\b.{0,40}\\b(?:not (?:allow|permit|let)|n't (?:allow|permit|let)|prevents?|prohibits?|forbids?)\\b`,
    'u',
  ),
  new RegExp(`^${courtesy}\\bi ?(?:can't|cannot|can not|won't|will not)(?: do (?:that|this|it))?[.!]?$`, 'u'),
  /^i (?:can't|cannot|can not|won't|will not)[.!]?$/u,
  // German, Dutch, the Romance languages
  /^(?:es tut mir leid|tut mir leid|entschuldigung|leider)\b.{0,80}\bkann\b.{0,60}\bnicht\b/u,
  /^(?:ich kann|dabei kann ich|das kann ich)\b.{0,60}\b(?:nicht|keine?n?) (?:helfen|beurteilen|bewerten|weiterhelfen|beantworten|bewertung|beurteilung|urteil|antwort)/u,
  /^(?:het spijt me|sorry)\b.{0,80}\b(?:kan|mag)\b.{0,60}\b(?:niet|geen)\b/u,
  /^(?:je suis désolée?|désolée?|je m'excuse)(?!\p{L}).{0,80}\b(?:ne (?:peux|puis)|impossible)\b/u,
  /^je ne (?:peux|puis) pas\b/u,
  /^(?:lo siento|lo lamento|disculpa)\b.{0,80}\bno (?:puedo|me es posible)\b/u,
  /^no puedo (?:ayudar|evaluar|cumplir|juzgar|proporcionar)/u,
  /^(?:desculpe|sinto muito|lamento)\b.{0,80}\bnão (?:posso|consigo)\b/u,
  /^não (?:posso|consigo) (?:ajudar|avaliar|julgar|atender)/u,
  /^(?:mi dispiace|spiacente)\b.{0,80}\bnon (?:posso|sono in grado)\b/u,
  /^(?:îmi pare rău|din păcate)(?!\p{L}).{0,80}\bnu pot\b/u,
  // Scandinavian languages, Finnish, Hungarian, Greek
  /^(?:tyvärr|beklager|desværre|jag är ledsen|jeg er ked af)(?!\p{L}).{0,80}\b(?:kan|klarer)\b.{0,40}\b(?:inte|ikke|ikkje)\b/u,
  /^(?:jag|jeg|eg) kan\b.{0,40}\b(?:inte|ikke|ikkje)\b.{0,20}\b(?:hjälpa|hjelpe|hjælpe|bedöma|bedømme|vurdere)/u,
  /^(?:anteeksi|valitettavasti|pahoittelen)\b.{0,80}\ben (?:voi|pysty)\b/u,
  /^(?:sajnálom|elnézést|sajnos)(?!\p{L}).{0,80}\bnem (?:segíthetek|tudok|áll)/u,
  /^(?:λυπάμαι|λυπαμαι|συγγνώμη|δυστυχώσ)(?!\p{L}).{0,80}δεν μπορώ/u,
  // Slavic languages, Turkish, Vietnamese, Indonesian
  /^(?:извините|простите|к сожалению|мне жаль)(?![\p{L}]).{0,80}не (?:могу|в состоянии)/u,
  /^я не могу (?:помочь|оценить|выполнить|ответить)/u,
  /^(?:przepraszam|przykro mi|niestety)\b.{0,80}nie (?:mogę|jestem w stanie)/u,
  /^(?:omlouvám se|je mi líto|bohužel|ľutujem|prepáčte)(?!\p{L}).{0,80}(?:nemohu|nemůžu|nemôžem|nedokážu)/u,
  /^(?:вибачте|перепрошую|на жаль)(?!\p{L}).{0,80}не (?:можу|в змозі)/u,
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
  /^(?:متأسفم|متاسفم|ببخشید|عذر می ?خواهم).{0,60}نمی ?(?:توانم|تونم)/u,
  /^(?:מצטער|אני מצטער|סליחה).{0,60}(?:לא יכול|איני יכול)/u,
];

/** Whether a text opens as a refusal does. Asked only of replies in which no verdict could be read; unknown wordings are simply not recognised. */
export function isRefusal(text: string): boolean {
  const opening = foldLabel(text.slice(0, 600)).replace(/^["'*_`]+/u, '');
  return openings.some((pattern) => pattern.test(opening));
}
