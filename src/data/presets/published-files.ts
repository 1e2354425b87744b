import type { PublishedFile } from './public-source.ts';

/**
 * The files of the sets that were at hand when the presets were written, by the set's folder: where each stands at its publisher, and the sum of its
 * bytes. A line a file: path under the folder, path in the repository (absent where it is the same), bytes, SHA-256.
 */
type Line = readonly [to: string, path: string | undefined, bytes: number, sha256: string];

function filesOf(repository: string, commit: string, lines: readonly Line[]): readonly PublishedFile[] {
  return lines.map(([to, path, bytes, sha256]) => ({ repository, commit, path: path ?? to, to, bytes, sha256 }));
}

export const copaEnFiles: readonly PublishedFile[] = filesOf('drwiner/COPA', '0d59e0efc834004be53ba7569a7793ea8fb13741', [
  ['copa-dev.xml', 'datasets/copa-dev.xml', 103729, '6251d7d99de4cbc6a2c3323923213e5e73071d286039b97a0908736e2be093bc'],
  ['copa-test.xml', 'datasets/copa-test.xml', 101972, '640824681bde78a7592726504d7d9bab294e5de26072d973307fa80d34919d92'],
]);

export const feedbackqaFiles: readonly PublishedFile[] = filesOf(
  'McGill-NLP/feedbackqa',
  '0e37bee3c27aaf9269bf9c2946be0426e07c64fe',
  [
    [
      'WHO/feedback_valid.json',
      'experiments/feedbackQA_data/WHO/feedback_valid.json',
      440891,
      '9decf3c24d9f7263429dede8b2c07f411ca3d0be4bcea3f312262a034c3794f8',
    ],
  ],
);

export const gsm8kFiles: readonly PublishedFile[] = filesOf(
  'openai/grade-school-math',
  '3101c7d5072418e28b9008a6636bde82a006892c',
  [
    [
      'example_model_solutions.jsonl',
      'grade_school_math/data/example_model_solutions.jsonl',
      2563513,
      '4bc62db838f8418365d51c627bd66294cbdca9fb7f01519cb13f0dce8c51580b',
    ],
    [
      'test.jsonl',
      'grade_school_math/data/test.jsonl',
      749738,
      '3730d312f6e3440559ace48831e51066acaca737f6eabec99bccb9e4b3c39d14',
    ],
  ],
);

export const judgebenchFiles: readonly PublishedFile[] = filesOf(
  'ScalerLab/JudgeBench',
  'e2c52c284e735e139b3daa61c206ee208f36c461',
  [
    [
      'gpt-4o-2024-05-13.jsonl',
      'data/dataset=judgebench,response_model=gpt-4o-2024-05-13.jsonl',
      1960188,
      'd5106306b38dead1b2e964ecf5534a3e7b2fc4b8d3b8da327599edfcebd76042',
    ],
  ],
);

export const litransproqaFiles: readonly PublishedFile[] = filesOf(
  'zhangr2021/TransProQA',
  '64aed48b6ddeb6aab48730c6d42071980baadcb2',
  [
    [
      'PAR3-annotated_init_bench.csv',
      'datasets/evaluation_set/PAR3-annotated_init_bench.csv',
      1437457,
      '3842058635055a5f879b4b2e531a6626c595805099f3ec0642ce459dd9847cf4',
    ],
  ],
);

export const llmbarFiles: readonly PublishedFile[] = filesOf('princeton-nlp/LLMBar', '900616bff90b6c6c8e1681f7d079250637c55992', [
  [
    'Adversarial/GPTInst/dataset.json',
    'Dataset/LLMBar/Adversarial/GPTInst/dataset.json',
    211768,
    '1002425f73c2cf54b6e6de99bce3f6c60fa2a17d13194772e37d7481c1351d42',
  ],
  [
    'Adversarial/GPTOut/dataset.json',
    'Dataset/LLMBar/Adversarial/GPTOut/dataset.json',
    32640,
    '1ff56e520d7607750a9866a3be0f5b850392ca4477a1f69d80f32bd3e310f561',
  ],
  [
    'Adversarial/Manual/dataset.json',
    'Dataset/LLMBar/Adversarial/Manual/dataset.json',
    79050,
    '0d9598769a39cdbbd265778c37e49939d41d5f76dcfb17bd75dcfa07516d3837',
  ],
  [
    'Adversarial/Manual/gpt4_metrics_reference_result.json',
    'Dataset/LLMBar/Adversarial/Manual/evaluators/GPT-4/Metrics_Reference/result.json',
    134999,
    '6220162e15541d56062b23ceddc03c8d12f5051288a60bfa781b5c000ab41d50',
  ],
  [
    'Adversarial/Neighbor/dataset.json',
    'Dataset/LLMBar/Adversarial/Neighbor/dataset.json',
    131988,
    '6712c7eda6342602e0bc7c06c282fa95e2110d4e741a284026a62d937f9780a0',
  ],
  [
    'Natural/dataset.json',
    'Dataset/LLMBar/Natural/dataset.json',
    91269,
    'f7127b7aa78104cb8e03a2b1b3ac0077e95b125714dd441a8ee63666145a3375',
  ],
  [
    'Natural/gpt4_cot_result.json',
    'Dataset/LLMBar/Natural/evaluators/GPT-4/CoT/result.json',
    206255,
    '8a4a58a05ac40a700f12d0802f7820297b9c4d7bc1d5f987358e8326c1bd66ec',
  ],
  [
    'Natural/gpt4_metrics_reference_result.json',
    'Dataset/LLMBar/Natural/evaluators/GPT-4/Metrics_Reference/result.json',
    201746,
    'a9cefc9a3835ea5c785136470832c3956b3734f0fb2a2f45ad5582a8680e28d8',
  ],
]);

export const memeragFiles: readonly PublishedFile[] = filesOf(
  'amazon-science/MEMERAG',
  'aa274f6e1faf8efed80ee41c3dbe24af0103a707',
  [
    ['memerag/de.jsonl', 'data/memerag/de.jsonl', 1025910, '09211617ab22668576862c4cc6c0a7466a92e4910174a34bad38d00274f8e60b'],
    ['memerag/en.jsonl', 'data/memerag/en.jsonl', 1147279, '0d0f98d31a83c7cab339b8ebaa04fa87bfb2c46d480f80aabb3ba06d95d36b70'],
    ['memerag/es.jsonl', 'data/memerag/es.jsonl', 1101623, 'f4eebf25c86b8f29f0f5d8cbd8f9c7209bb2b7f41271d7ad4b856e071714fadb'],
    ['memerag/fr.jsonl', 'data/memerag/fr.jsonl', 1043643, '17410dc1035ac64ba197dae889c0902b820b5c0d72210d5d1db919257419b34c'],
    ['memerag/hi.jsonl', 'data/memerag/hi.jsonl', 2195358, 'cd833264ae10e287bbc3c4d2ff8e9d955565588cf9d968957825f18a694eef06'],
    [
      'memerag_ext/en.jsonl',
      'data/memerag_ext/en.jsonl',
      757809,
      '955020631266924c31a81691ca29f0f93e7e678e902b6135a9bc134f898f8f18',
    ],
  ],
);

export const mtBenchFiles: readonly PublishedFile[] = [
  ...filesOf('princeton-nlp/LLMBar', '900616bff90b6c6c8e1681f7d079250637c55992', [
    [
      'human_pairs_gpt4_metrics_reference.json',
      'Dataset/Processed/MT-Bench/evaluators/GPT-4/Metrics_Reference/result.json',
      734536,
      '69aee04421be0be2fd21fcd2dd13f460926191f126979d72678c4a9223be6c7b',
    ],
  ]),
  ...filesOf('lm-sys/FastChat', '0e6d3e4beaab66f4d3f93db72541a4abab8af28d', [
    [
      'question.jsonl',
      'fastchat/llm_judge/data/mt_bench/question.jsonl',
      48929,
      '119565adbab82227089cefdb44c8d7e2cf04dc0a0ec233634c82e7d4e2a944f7',
    ],
    [
      'reference_answer/gpt-4.jsonl',
      'fastchat/llm_judge/data/mt_bench/reference_answer/gpt-4.jsonl',
      51109,
      'f957a5bc977badb66885ec970e6cd08527845780313f0995764260e5777b9b3f',
    ],
  ]),
];

export const mtBenchXFiles: readonly PublishedFile[] = filesOf(
  'Modalities/MT-Bench-X',
  'f8972dc70595a7e981ada7f2ac5e7c191ab12441',
  [
    [
      'mt_bench_DE/model_judgment/gpt-4_single.jsonl',
      'data/mt_bench_DE/model_judgment/gpt-4_single.jsonl',
      87782,
      '249ec0c1b57c0701ec4dda18bdcc74a751ab2b84f069a1d5140edc54ed4af361',
    ],
    [
      'mt_bench_DE/question.jsonl',
      'data/mt_bench_DE/question.jsonl',
      56491,
      '3aca95d75a4042876722074487ead00418968f74401e3e8e9e823c0ccce9188a',
    ],
    [
      'mt_bench_DE/reference_answer/gpt-4.jsonl',
      'data/mt_bench_DE/reference_answer/gpt-4.jsonl',
      57080,
      '03a0ef3edc6025d93f60362f6196b582bf2815e879b5d1df30bec558973be892',
    ],
    [
      'mt_bench_EN/model_judgment/gpt-4_single.jsonl',
      'data/mt_bench_EN/model_judgment/gpt-4_single.jsonl',
      31516,
      'ff4e743cdcec62ace41c7d5aeee8812ec80480522c9731b53967f84bf1134f60',
    ],
    [
      'mt_bench_ES/question.jsonl',
      'data/mt_bench_ES/question.jsonl',
      54431,
      '93d6cee7b18635e1ff39fee93e295d30829da5e576464cc6da7b6c2b3ef945e2',
    ],
    [
      'mt_bench_ES/reference_answer/gpt-4.jsonl',
      'data/mt_bench_ES/reference_answer/gpt-4.jsonl',
      55225,
      'ab09f75b1481a94a19e0004b56476e45758685375cedf8ef4fcc8be298393ca5',
    ],
    [
      'mt_bench_FR/question.jsonl',
      'data/mt_bench_FR/question.jsonl',
      57046,
      '7048ee14479210f5567799985da6b5a4fd2dfb0391de580ef05af1053ed1c82a',
    ],
    [
      'mt_bench_FR/reference_answer/gpt-4.jsonl',
      'data/mt_bench_FR/reference_answer/gpt-4.jsonl',
      57132,
      '44dce43fc6531941e02baa7d3ae819b71fb3749127a6a0df89d133fdff42f182',
    ],
    [
      'mt_bench_IT/question.jsonl',
      'data/mt_bench_IT/question.jsonl',
      53236,
      'd33b693dd45a668ed594ff2ef6e3b8c2a24a1d8c013464e26be3beb72a10c89d',
    ],
    [
      'mt_bench_IT/reference_answer/gpt-4.jsonl',
      'data/mt_bench_IT/reference_answer/gpt-4.jsonl',
      55018,
      '8d4ede3b8da5477566f206256c9f2f0bc211101fb0a7c26c51b40b4a9b27187e',
    ],
  ],
);

export const pandalmFiles: readonly PublishedFile[] = filesOf('WeOpenML/PandaLM', '3871806e72b4832f815ecafd24d3503c73403f48', [
  ['testset-v1.json', 'data/testset-v1.json', 937899, 'cc154f9067c7382d7ea86f8f246511a5e1ac87e1fddd845c5938d789505b07a4'],
]);

export const pwsWinogradFiles: readonly PublishedFile[] = filesOf('nytud/PWS', '763942d4bf33b7ef0888f2c0a0b9684ada3d6570', [
  ['pws.tsv', undefined, 425949, '26b4d26dd11bca865646f78c8cb8e80c975ee195539c99e1ed2ef449c1c485b6'],
]);

export const seahorseFiles: readonly PublishedFile[] = filesOf(
  'idanshen/alpaca_farm',
  '80eed377d99dda47a6d25239057a05fb79d3ef3e',
  [
    [
      'duplicates_validation.tsv',
      'seahorse_data/duplicates/duplicates_validation.tsv',
      473183,
      'c55e41a496658505af66b7973c42cb02f293d67c8dfa2d4e979672d390ccc33a',
    ],
  ],
);

export const shepherdFiles: readonly PublishedFile[] = filesOf(
  'facebookresearch/Shepherd',
  '29b1863bbecd616e2052a0d664507b69bde60fff',
  [
    [
      'human_data_raw.jsonl',
      'data/human_data_raw.jsonl',
      2687438,
      'd3c37ca0aa2cee25c754dc789620cec603e9569cc3acae7626919085cdc98217',
    ],
  ],
);

export const xcopaFiles: readonly PublishedFile[] = filesOf('cambridgeltl/xcopa', 'e2e9d7f105a758ee869cd13e0fe251ef93a29840', [
  ['data-gmt/et/test.et.jsonl', undefined, 97145, 'f838ddfcabb8c51bd99807fb33ce025b2443e45af04d4879f7a7783a089c216f'],
  ['data-gmt/et/val.et.jsonl', undefined, 19755, '9c7b07788aafab13ec2ecd927cd93a43308be6c64fcb5e7e4f38a461a2019380'],
  ['data-gmt/ht/test.ht.jsonl', undefined, 97837, '1030777d68eb75e9f8336a869707c6eed320be5f395699f5d563beb107df9de5'],
  ['data-gmt/ht/val.ht.jsonl', undefined, 20010, 'c717513976848eca7a2c8fcfdf5211c4b2057948a0152f9fba1672c448c689e6'],
  ['data-gmt/id/test.id.jsonl', undefined, 98233, '4b9413c2304d9105b69537eb193ff8f6c67b8b0327355d48d687faefde9068a5'],
  ['data-gmt/id/val.id.jsonl', undefined, 20333, '16c1e01616d60c8f7490a812994623d373e3b2c9e93df990e9fc0025db24e9d7'],
  ['data-gmt/it/test.it.jsonl', undefined, 99248, '595bf079d660d971c8e459ddac381d30dd020a2b8ebfe69454561a548ee1837e'],
  ['data-gmt/it/val.it.jsonl', undefined, 20357, 'f14d3322f40a16a6de45bb00775fd53271ca9b593dcd411717d8b8340895df48'],
  ['data-gmt/sw/test.sw.jsonl', undefined, 98429, 'df7fb2ad5331c12783a6f28666df27f7691afd44374decd3994e0dcc5989cbff'],
  ['data-gmt/sw/val.sw.jsonl', undefined, 20056, '4484478c892e9312565b5e5db823eeaaaa7397876e8fdc9703623e5113c3174f'],
  ['data-gmt/ta/test.ta.jsonl', undefined, 99262, '50bf7599b45cab9b4dc302e0f9006ee0f14c2a7b416dca1659886410e5278e5c'],
  ['data-gmt/ta/val.ta.jsonl', undefined, 20249, '68399883854db75d971585374b674282124cc9fd092d78838cd8ef223f845ced'],
  ['data-gmt/th/test.th.jsonl', undefined, 94576, 'dfcbaefabc7c61595089577302c27bc171a1919600e3c4d1547326f8ac088b6c'],
  ['data-gmt/th/val.th.jsonl', undefined, 19223, '6b673db0c71f225a0bfb045329ece7552566a5ff684315b41cec83ad616ca6ea'],
  ['data-gmt/tr/test.tr.jsonl', undefined, 97408, '9490997c087645a61d902b827f54191045bcabba7f83f52a86154190002cef9c'],
  ['data-gmt/tr/val.tr.jsonl', undefined, 19753, 'bb1864f421dd51db7af9f2ebf7ec96bb79885aed51c2b377547ee9b46d710132'],
  ['data-gmt/vi/test.vi.jsonl', undefined, 95616, '4a4b4f9b776b815200bcb097b3c0f017809e06c52ff8bd4b70aceaf3b1355d9f'],
  ['data-gmt/vi/val.vi.jsonl', undefined, 19478, '7d62163740d3a56518bbf8ddd501ff363916bb0c3b4256a280a19d79728a2cf0'],
  ['data-gmt/zh/test.zh.jsonl', undefined, 97705, 'af1cf3a0179530cbf9a98c552baa1817829aeb919fc0b13fe5cfcc8de6c6192e'],
  ['data-gmt/zh/val.zh.jsonl', undefined, 19877, '091e760668f3f8ad678df708d1dbe0c30a59c4b26aefca997568b683358fa080'],
  ['data/et/test.et.jsonl', undefined, 96789, 'f670f3f726342fa3ccd6f844b72d378ed5d0a9a71bd152e6b3607d402eaafa92'],
  ['data/et/val.et.jsonl', undefined, 19643, 'c6d8f33c11e968fe519d5ddbb61769a73a5ac58ac889060df2fdf5e8a54d6a3c'],
  ['data/ht/test.ht.jsonl', undefined, 98746, 'ec4a5502e190a51fef4d9cb2080164726772b2d46f7a51c2b86f56748d303428'],
  ['data/ht/val.ht.jsonl', undefined, 19931, '022462ff8730fa9345e91e3d174fa346da328d2e7a1225a5938e9897697d61f5'],
  ['data/id/test.id.jsonl', undefined, 103516, 'b6fe1cfc10bcf02f724dddf876d01df370be0a049cdf1ebf7be8f34504ff66da'],
  ['data/id/val.id.jsonl', undefined, 21831, 'b3ac8c87c516d64c05ee39becc038ae747b1522010f385796f6c19019f75c77c'],
  ['data/it/test.it.jsonl', undefined, 105221, '33564a0dbefc9ff3a7dc868d9a9718d7aaaf7fb136879ae4d2ba022f311f8a88'],
  ['data/it/val.it.jsonl', undefined, 21299, 'f8389021d6595ef994ed8ff163dfddbcc3f5473b4e7b4803745fb98a7ecd1031'],
  ['data/qu/test.qu.jsonl', undefined, 108870, 'ac20d5cd67545c41e2fa2e187e88ba4d4c2d7ece1a6489041d44113a5553bd7f'],
  ['data/qu/val.qu.jsonl', undefined, 21916, '9e3306acace7bb39c35d20984f2aeca7aa2619af00871ed4743b89f950f7572d'],
  ['data/sw/test.sw.jsonl', undefined, 100855, '4ca583c40f9ac045a9b6114fc1f052b0f4ca7402e7a78f567c32a7d8246aa273'],
  ['data/sw/val.sw.jsonl', undefined, 20642, 'e35fb416b7b9557bcede9987a53d56895c04f3608817d3326da09c52082fbfc5'],
  ['data/ta/test.ta.jsonl', undefined, 216432, 'ae282423e45f0aed4174cea7594d200214a66b9c721b60f74a21fb2d5adeaf45'],
  ['data/ta/val.ta.jsonl', undefined, 44972, 'fd22e97aab22d431a14d569fb36de4c6a2fe48ee871a1cbf5fab797176b4e9ee'],
  ['data/th/test.th.jsonl', undefined, 144341, '63030f192c4fd8b3c066a8954203d5cdd57d803e8e1069fcca97ff0e7b669423'],
  ['data/th/val.th.jsonl', undefined, 29793, 'b4c8ae4d5392e7e74667a366c5ed2e39729d67522c1bd35d82e6473505236d47'],
  ['data/tr/test.tr.jsonl', undefined, 97908, '1f0152af30bb46acccd0db14ecfe29014c1770c09b0af9b377e15bb4837178ec'],
  ['data/tr/val.tr.jsonl', undefined, 19873, '879848162ac5f614f4569c99d37e03bb66034c27684968643371c6c9662bc812'],
  ['data/vi/test.vi.jsonl', undefined, 110488, '24cb28827066abb00a2f4004d86c447c4a30a9edb17938b26b61fb2385f94170'],
  ['data/vi/val.vi.jsonl', undefined, 23067, '6f804ec3c25b12a3d51f58e338b631bc1b45e7223b15481f8593923e0bdb26fa'],
  ['data/zh/test.zh.jsonl', undefined, 95444, 'c9b42590399214b9f066adacac2465d7286f5e590181fe6bfd7f6139531b83d4'],
  ['data/zh/val.zh.jsonl', undefined, 19577, '8f638466c196342104bdbe9276e7d91fe0abcc044e9a9ad715f30c8ad618bcdd'],
]);
