// Words around an answer, in the languages that judges write most. They only ever decide between an answer taken and a reply unreadable, never between two
// values: an unknown word leaves the answer as it is.

const verbs =
  'says?|said|states?|stated|claims?|claimed|contains?|contained|includes?|included|reads?|writes?|wrote|outputs|outputted|prints?|printed|returns?|returned|repl(?:y|ies|ied)|responds?|responded|answered|quotes?|quoted|quoting|embeds?|embedded|injects?|injected|asserts?|asserted|ends?|ended|begins?|starts?|started|rates|rated|demands?|demanded|insists?|insisted|instructs|asks for';
const others = 'candidate|assistant|respondent|submission|author|model|student|answer|response|output|text|passage|user';
const attribution = new RegExp(`\\b(?:${verbs})\\b(?: \\w+){0,5}\\W*$|\\b(?:${others})(?:'s|’s|s')(?: \\w+){0,5}\\W*$`, 'iu');

/** Verbs of saying and holding, third person, whole words. */
const foreignVerbs = [
  'behauptet\\p{L}*|sagte?|schreibt|schrieb|antwortete?|zitiert|enthält|erklärte?|endet',
  'dit|affirme|prétend|écrit|répond|contient|déclare|cite',
  'dice|dijo|afirma|escribe|escribió|responde|respondió|contiene|declara|sostiene|pretende',
  'diz|disse|escreve|escreveu|respondeu|contém|alega',
  'detto|afferma|scrive|scritto|risponde|dichiara',
  'zegt|zei|beweert|schrijft|schreef|antwoordt|bevat',
  'mówi|twierdzi|pisze|napisał\\p{L}*|odpowiada|zawiera',
  'говорит|сказал\\p{L}*|утверждает|пишет|написал\\p{L}*|отвечает|ответил\\p{L}*|содержит|гласит|заявляет|стверджує|пише',
  'diyor|dedi|iddia ediyor|yazıyor|yazdı|içeriyor|söylüyor',
  'mengatakan|menulis|mengklaim|berisi|berkata|menyatakan|nói|viết|tuyên bố|khẳng định|λέει|γράφει|ισχυρίζεται|säger|skriver|hävdar|påstår|siger|hævder|tvrdí|píše|říká|spune|scrie|afirmă|sanoo|kirjoittaa|väittää|állítja|írja|mondja',
].join('|');
/** In scripts that write without spaces, or where particles hang on the word. */
const foreignStems =
  '写道|寫道|声称|聲稱|宣称|宣稱|表示|回答说|回答說|说|說|输出|輸出|包含|と(?:述べ|書い|主張|言っ|答え)|書いて|言って|主張して|述べて|含まれ|주장|말(?:한다|했다|합니다|하)|썼|라고|답했|포함|يقول|قال|يدعي|يدّعي|ادعى|كتب|يكتب|يزعم|زعم|تقول|تزعم|يحتوي|אומר|טוען|כותב|می‌گوید|می‌نویسد|ادعا|कहत|कहा|लिखत|लिखा|दाव|বলে|লিখে|দাবি|கூறு|กล่าว|เขียน|อ้าง|ระบุว่า|บอก';
const foreignAttribution = new RegExp(
  `(?:(?<![\\p{L}\\p{M}])(?:${foreignVerbs})(?![\\p{L}\\p{M}])|${foreignStems})[^.!?。！？।\\n{}]{0,40}$`,
  'iu',
);

const supposition = new RegExp(
  `(?:${[
    '\\bif\\b(?! (?:i|we) (?:had|have|must|were|need))',
    '\\bunless\\b',
    '\\bhypothetical\\w*',
    '\\bsuppos(?:e|ing)\\b',
    '\\bimagine\\b',
    '\\bfor (?:example|instance)\\b',
    '\\be\\.\\s?g\\.',
    '\\bexample(?: \\w+){0,2}\\s*[:：]\\s*$',
    '\\b(?:wenn|falls|zum beispiel|beispielsweise)\\b|\\bz\\.\\s?B\\.|\\bbeispiel\\w*\\s*[:：]\\s*$',
    '\\bpar exemple\\b|\\bsi (?:elle|il|la|le|les|on)\\b',
    '\\bpor ejemplo\\b|\\bpor exemplo\\b|\\bsi (?:el|fuera|fuese)\\b|\\bse (?:fosse|a|o)\\b|\\bad esempio\\b',
    '(?<!\\p{L})(?:например|если бы|если)(?!\\p{L})',
    '(?<!\\p{L})(?:jeśli|na przykład|örneğin|eğer|misalnya|contohnya|jika|nếu|ví dụ|bijvoorbeeld|als het)(?!\\p{L})',
    '例えば|例：|例:|もし|例如|比如|如果|假如|예를 들어|만약|예:|مثلا|على سبيل المثال|(?<!\\p{L})لو(?!\\p{L})|إذا|उदाहरण|यदि|अगर|ตัวอย่าง|ถ้า',
  ].join('|')})[^.!?。！？।\\n{}]{0,160}$`,
  'iu',
);

/** A comment, an element of somebody's words, or a fence of the prompt (its tag carries a code), open where the text ends. */
const openQuote =
  /<!--(?:(?!-->)[\s\S])*$|<((?:candidate|submission|example|quote|blockquote)\b|[\w-]+ [a-z]{14}(?=>))[^<>\n]{0,40}>(?:(?!<\/)[\s\S])*$/iu;

const retraction = new RegExp(
  `(?:^\\W*|[.!?…。！？।:\\n—–-]\\s*)(?:${[
    'wait\\b|hold on\\b|hmm+\\b|correction\\b|on (?:second thought|reflection|re-?reading)|scratch that|sorry\\b|apologies\\b|my mistake|oops\\b',
    'i (?:made|was|take|retract|withdraw|change|revise|misread|overlooked)\\b|let me (?:re|correct|fix|change)|re-?(?:considering|reading|checking)\\b',
    'actually,? (?:the verdict|the score|my|i|it should|this should|that should|no\\b)',
    '(?:the|my) (?:verdict|score|json|answer|object)(?: above)? (?:above )?(?:is|was) (?:wrong|incorrect|a mistake|not)',
    'warte\\b|moment\\b|korrektur\\b|entschuldigung\\b|attendez\\b|attends\\b|pardon\\b|rectification\\b|espera\\b|espere\\b|corrección|perdón|correção|aspetta\\b|correzione\\b|wacht\\b|correctie\\b|czekaj|korekta|bekle\\b|düzeltme|koreksi|tunggu',
    '(?:подожди(?:те)?|погоди(?:те)?|исправление|поправка|зачекайте)(?!\\p{L})',
    '等等|等一下|更正|纠正|糾正|不对|不對|訂正|待って|いや[、,]|잠깐|정정|아니[,、요]|انتظر|تصحيح|रुको|सुधार|แก้ไข|เดี๋ยวก่อน|đợi đã|khoan đã',
  ].join('|')})`,
  'iu',
);

/** Whether a text before an answer gives it to somebody else (`The candidate wrote:`). */
export function isAttributed(lead: string): boolean {
  return attribution.test(lead) || foreignAttribution.test(lead);
}

/** Whether a text before an answer makes it an example or a supposition. */
export function isSupposed(lead: string): boolean {
  return supposition.test(lead);
}

/** Whether a text before an answer opens a comment or an element that holds somebody's words, and does not close it. */
export function isInsideQuote(lead: string): boolean {
  return openQuote.test(lead);
}

/** Whether somebody else is named at all, or a quotation begun. */
export const anyAttribution = new RegExp(`\\b(?:${verbs}|${others})\\b|["“«「]\\s*$`, 'iu');

/** Whether a text behind an answer takes it back (`Wait, …`, `Correction: …`). */
export function isRetracted(after: string): boolean {
  return retraction.test(after);
}
