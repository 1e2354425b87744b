// Which preset judges fit which public sets, and how many items of each a small model on two cores gets through in a coffee break.

/** Reads a verdict from the probabilities of its one token. */
const oneToken = 'logprobs';

const pairJudges = (verdict, disagree) => ({
  'one-order': { preset: 'pairwise-preference', verdict, harness: { strategy: 'single', reader: oneToken } },
  'both-orders': {
    preset: 'pairwise-preference',
    verdict,
    harness: { strategy: { kind: 'both-orders', pool: 'agreement', disagree }, reader: oneToken },
  },
  summed: {
    preset: 'pairwise-preference',
    verdict,
    harness: { strategy: { kind: 'both-orders', pool: 'probability', disagree }, reader: oneToken },
  },
});
const decided = () => pairJudges({ kind: 'preference', ties: false }, 'abstain');
const withTies = () => pairJudges({ kind: 'preference', ties: true }, 'tie');

const single = (preset, more = {}) => ({ [preset]: { preset, ...more, harness: { strategy: 'single', reader: oneToken } } });
const recorded = (name, column, verdict) => ({ [name]: { kind: 'recorded', column, verdict } });
const gpt4 = (ties) => ({
  ...recorded('gpt-4-one-order', 'gpt4_first', { kind: 'preference', ties }),
  ...recorded('gpt-4-both-orders', 'gpt4_both_orders', { kind: 'preference', ties: true }),
});

/**
 * In the order of the page. `judges` are configured as in assize.yaml, without a model; `people` is the preset that has a row a rating; `note` is what a reader of
 * the figures has to know of the set.
 */
export const plan = [
  {
    set: 'mt_bench',
    files: 'mt_bench/human_pairs_gpt4_metrics_reference.json',
    items: 16,
    judges: decided(),
    recorded: gpt4(false),
    note: 'Long answers to open questions; gold is what most people preferred, and pairs on which they tied are not in the set.',
  },
  {
    set: 'llmbar-natural',
    preset: 'llmbar',
    files: 'llmbar/Natural/gpt4_metrics_reference_result.json',
    items: 30,
    judges: decided(),
    recorded: gpt4(false),
    note: 'The better output follows the instruction, and looks it.',
  },
  {
    set: 'llmbar-adversarial',
    preset: 'llmbar',
    files: 'llmbar/Adversarial/Manual/gpt4_metrics_reference_result.json',
    items: 24,
    judges: decided(),
    recorded: gpt4(false),
    note: 'The worse output looks better, on purpose: a judge that goes by looks is below chance.',
  },
  {
    set: 'judgebench',
    files: 'judgebench/gpt-4o-2024-05-13.jsonl',
    items: 8,
    judges: decided(),
    note: 'Two long solutions of a hard problem, one of them right: to judge is to solve.',
  },
  {
    set: 'gsm8k-pairs',
    files: 'gsm8k/example_model_solutions.jsonl',
    items: 20,
    judges: decided(),
    note: 'A right and a wrong solution of a word problem.',
  },
  {
    set: 'pandalm',
    files: 'pandalm/testset-v1.json',
    items: 30,
    judges: withTies(),
    people: 'pandalm-ratings',
    note: 'Gold is the majority of three people, ties among it.',
  },
  {
    set: 'litransproqa',
    files: 'litransproqa/PAR3-annotated_init_bench.csv',
    filter: { machines_only: true },
    items: 16,
    judges: decided(),
    note: 'Two machine translations of a paragraph of literature, from German, French and Russian.',
  },
  {
    set: 'xcopa',
    files: 'xcopa/data/*/test.*.jsonl',
    items: 60,
    judges: decided(),
    note: 'Common sense in eleven languages, most of them with little text to learn from.',
  },
  {
    set: 'pws',
    files: 'pws_winograd/pws.tsv',
    items: 40,
    judges: decided(),
    note: 'What a pronoun refers to, in seven languages.',
  },
  {
    set: 'memerag',
    files: 'memerag/memerag/*.jsonl',
    items: 20,
    judges: single('faithfulness'),
    note: 'Sentences of answers from passages, in five languages.',
  },
  {
    set: 'memerag-ext',
    preset: 'memerag',
    files: 'memerag/memerag_ext/en.jsonl',
    items: 20,
    judges: single('faithfulness'),
    people: 'memerag-ratings',
    note: 'The English extension, five people a sentence; gold is what most of them say.',
  },
  {
    set: 'gsm8k',
    files: 'gsm8k/example_model_solutions.jsonl',
    items: 40,
    judges: single('correctness'),
    note: 'A solution beside the reference: the final answers need only be compared.',
  },
  {
    set: 'feedbackqa',
    files: 'feedbackqa/WHO/feedback_valid.json',
    items: 40,
    judges: single('relevance', {
      verdict: {
        kind: 'binary',
        pass: { label: 'relevant', description: 'It speaks to the question.' },
        fail: { label: 'not relevant', description: 'It speaks of something else, or of little that was asked.' },
      },
    }),
    people: 'feedbackqa-ratings',
    note: 'Passages that a retriever found; gold is what two people agree on, the others count in nothing.',
  },
];

/** Preset judges that no set at hand fits, and why. */
export const unfit = {
  completeness: 'no set at hand has gold for it',
  'instruction-following': 'LLMBar has pairs, which pairwise-preference judges',
  safety: 'no set at hand has gold for it',
  tone: 'no set at hand has gold for it',
  'summary-quality': 'SEAHORSE is published without its articles',
  'translation-quality': 'LitEval is not at hand; LiTransProQA has pairs',
};
