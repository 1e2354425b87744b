import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { decimalNumber, numberRules, type NumberRule } from '../core/number-rules.ts';
import { shownStream } from './output/shown-stream.ts';

/** Where the command line reads and writes; tests give their own. */
export type CliStreams = { readonly stdout: NodeJS.WritableStream; readonly stderr: NodeJS.WritableStream & { isTTY?: boolean } };

/** What every command gets beside its own arguments. */
export type CliContext = CliStreams & {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The streams as they are, for what moves the cursor; the others make visible whatever a terminal would obey. */
  readonly terminal?: CliStreams;
};

/**
 * Runs one command line and sets the process's exit code: 0 done, 1 a threshold missed, 2 usage or configuration or data, 3 incomplete, 130 interrupted.
 * Commands load their modules when they run, so that `--help` stays fast.
 */
export async function main(args: readonly string[], streams: CliStreams = process): Promise<void> {
  const context: CliContext = {
    stdout: shownStream(streams.stdout),
    stderr: shownStream(streams.stderr),
    terminal: streams,
    env: process.env,
    cwd: process.cwd(),
  };
  let unprinted = false;
  streams.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that closed its end (a pager, head) has seen enough.
    if (error.code === 'EPIPE' || unprinted) return;
    unprinted = true;
    process.exitCode = 2;
    streams.stderr.write(
      `stdout: expected room to print the result, got ${error.code ?? error.message}. Make room and run the same command: what is done is kept.\n`,
    );
  });
  // Progress and notes that nobody can read must not end a run that is paid for.
  streams.stderr.on('error', () => undefined);
  const program = programFor(context, (code) => {
    process.exitCode = unprinted ? 2 : code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      if (error.exitCode !== 0) {
        const { usageLine } = await import('./output/usage-line.ts');
        context.stderr.write(`${usageLine(error.message, program, args)}\n`);
      }
      return;
    }
    const { reportError } = await import('./output/report-error.ts');
    process.exitCode = reportError(error, context);
  }
}

type SetExit = (code: number) => void;

function programFor(context: CliContext, exit: SetExit): Command {
  const program = new Command('assize');
  program
    .description('Build LLM judges, and measure how far each can be trusted.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      // Told when it is caught: the parser's own words are not in our form.
      outputError: () => undefined,
    })
    .showHelpAfterError(false)
    .enablePositionalOptions()
    .addHelpText('after', '\nA first run: assize init, then assize judge helpful --data items.')
    .option('-V, --version', 'print the version');
  program.on('option:version', () => undefined);
  program.action(async (options: { version?: boolean }) => {
    if (options.version === true) {
      const { packageVersion } = await import('../config/package-root.ts');
      context.stdout.write(`${packageVersion()}\n`);
      return;
    }
    context.stdout.write(program.helpInformation());
  });

  judging(program.command('judge'), 'JUDGE')
    .description('judge the items of a set; accuracy, agreement, cost, with intervals')
    .argument('<judge>', 'name of a judge in the configuration, or of a preset')
    .action(async (name: string, options: unknown) =>
      exit(await (await import('./commands/judge.ts')).judgeCommand([name], options, context)),
    );
  judging(program.command('compare'), 'JUDGE...')
    .description('several judges on the same items: paired differences, tests, cost, per language')
    .argument('<judges...>', 'names of two or more judges; differences are against the first')
    .action(async (names: string[], options: unknown) =>
      exit(await (await import('./commands/compare.ts')).compareCommand(names, options, context)),
    );

  program
    .command('init')
    .description('write a commented assize.yaml, a rubric and ten sample items')
    .argument('[folder]', 'where to write', '.')
    .option('--json', 'print one JSON object')
    .option('--quiet', 'print nothing but errors')
    .action(async (folder: string, options: unknown) =>
      exit(await (await import('./commands/init.ts')).initCommand(folder, options, context)),
    );

  const judges = program.command('judges').description('the judges of the configuration, and the strategies they can have');
  shared(judges.command('list', { isDefault: true }).description('the configured judges and the presets')).action(
    async (options: unknown) => exit(await (await import('./commands/judges.ts')).listJudges(options, context)),
  );
  shared(judges.command('show').description('a judge’s five coordinates and its hash').argument('<judge>')).action(
    async (name: string, options: unknown) =>
      exit(await (await import('./commands/judges.ts')).showJudge(name, options, context)),
  );
  shared(judges.command('strategies').description('every strategy with its options')).action(async (options: unknown) =>
    exit(await (await import('./commands/judges.ts')).listStrategies(options, context)),
  );

  const models = program.command('models').description('local models, and what an endpoint can do');
  shared(
    models.command('list', { isDefault: true }).description('the local models with size, licence and whether they are here'),
  ).action(async (options: unknown) => exit(await (await import('./commands/models.ts')).listModels(options, context)));
  shared(
    models
      .command('pull')
      .description('fetch a local model (resumes where it stopped; the checksum is checked)')
      .argument('<model>', 'e.g. local:qwen2.5-coder-1.5b-instruct'),
  ).action(async (name: string, options: unknown) =>
    exit(await (await import('./commands/models.ts')).pullModel(name, options, context)),
  );
  shared(
    models
      .command('probe')
      .description('ask a model one short question, and tell what it can do (makes up to two calls)')
      .argument('<model>', 'ENDPOINT:MODEL'),
  ).action(async (name: string, options: unknown) =>
    exit(await (await import('./commands/models.ts')).probeModel(name, options, context)),
  );

  const data = program
    .command('data')
    .description('public data sets that presets read: what they are, under what licence, where to get them');
  printed(
    data.command('list', { isDefault: true }).description('the sets with size, languages, who gave the gold, licence'),
  ).action(async (options: unknown) => exit(await (await import('./commands/data.ts')).listData(options, context)));
  printed(
    data
      .command('show')
      .description('all of one: oddities, terms, files, what its map gives, a configuration to paste')
      .argument('<name>', 'name of a preset, as data list has it'),
  ).action(async (name: string, options: unknown) =>
    exit(await (await import('./commands/data.ts')).showData(name, options, context)),
  );
  printed(
    data
      .command('pull')
      .description('fetch its files from their publisher at a pinned commit; sums are checked, files that are here are kept')
      .argument('<name>', 'name of a preset')
      .option('--to <folder>', 'where to put them (default: data/ and the set’s folder)')
      .option('--accept-terms', 'you accept what the set’s authors ask of its users'),
  ).action(async (name: string, options: unknown) =>
    exit(await (await import('./commands/data.ts')).pullData(name, options, context)),
  );

  shared(program.command('label').argument('<set>', 'name of a data set in the configuration'))
    .description('label a set’s items yourself, key by key; the judge’s verdict stays hidden')
    .option('--as <rater>', 'your name as rater')
    .option('--out <file>', 'where labels go (default: labels/SET.RATER.jsonl); with --agreement, the file to read')
    .option('--judge <name>', 'the judge whose verdict space and rubric to label by')
    .option('--limit <n>', 'the first N items; with --agreement, the N items of most disagreement', number(numberRules.limit))
    .addOption(
      new Option('--rationale <when>', 'when a reason must be given').choices(['fail', 'always', 'never']).default('fail'),
    )
    .option('--agreement', 'how far raters agree, and the items on which they differ most')
    .action(async (set: string, options: unknown) =>
      exit(await (await import('./commands/label.ts')).labelCommand(set, options, context)),
    );

  const criteria = program
    .command('criteria')
    .description('criteria sets: what a task is judged by, shared by all languages (UCS)');
  shared(
    criteria
      .command('make')
      .description('name concepts and write criteria from the description of a task')
      .requiredOption('--task <file or text>', 'description of the task: a text, or a .md or .txt file')
      .requiredOption('--model <model>', 'ENDPOINT:MODEL that writes them')
      .requiredOption('--out <file>', 'where to write them: .yaml')
      .option('--per-concept', 'a call for each concept’s criteria (default)')
      .addOption(new Option('--joint', 'one call for all criteria').conflicts('perConcept'))
      .option('--concepts <n>', 'concepts at most', number(numberRules.most), 6)
      .option('--questions <n>', 'criteria a concept at most', number(numberRules.most), 5),
  ).action(async (options: unknown) => exit(await (await import('./commands/criteria.ts')).makeCriteria(options, context)));
  printed(criteria.command('show').description('a set, checked, with its hash').argument('<file>')).action(
    async (file: string, options: unknown) =>
      exit(await (await import('./commands/criteria.ts')).showCriteria(file, options, context)),
  );
  printed(
    criteria.command('diff').description('what changed between two versions of a set').argument('<old>').argument('<new>'),
  ).action(async (before: string, after: string, options: unknown) =>
    exit(await (await import('./commands/criteria.ts')).diffCriteria(before, after, options, context)),
  );

  shared(program.command('fit').argument('<judge>', 'a judge of strategy ucs'))
    .description('fit a head to the scores of labelled items, and compare it by language with judging without criteria (UCS)')
    .requiredOption('--data <set>', 'name of a data set in the configuration')
    .addOption(
      new Option('--head <kind>', 'the classifier')
        .choices(['mlp', 'logistic', 'svm', 'knn', 'forest', 'boosting'])
        .default('mlp'),
    )
    .option('--train-language <code>', 'fit to the items of this language alone')
    .option('--out <file>', 'where to write the head: .json')
    .option('--impute', 'put the training mean where a concept has no score')
    .option('--limit <n>', 'the first N items', number(numberRules.limit))
    .option('--sample <n>', 'N items, stratified by gold and language, seeded', number(numberRules.sample))
    .option('--concurrency <n>', 'calls at once on each endpoint', number(numberRules.concurrency))
    .option('--budget-usd <x>', 'most money the whole run may cost', number(numberRules.budgetUsd))
    .option('--skip-bad-rows', 'count rows that cannot be read, and go on')
    .option('--accept-terms', 'you have read what the set’s authors ask; no head fitted on it is stored')
    .option('--seed <n>', 'seed of folds and heads', number(numberRules.seed))
    .action(async (name: string, options: unknown) =>
      exit(await (await import('./commands/fit.ts')).fitCommand(name, options, context)),
    );

  const runs = program.command('runs').description('every run, its state, its cost');
  shared(runs.command('list', { isDefault: true }).description('runs, newest first')).action(async (options: unknown) =>
    exit(await (await import('./commands/runs.ts')).listRuns(options, context)),
  );
  reporting(
    shared(runs.command('show'))
      .description('a run, or a report of it; with --item, one judgment as a tree of its parts')
      .argument('<run>')
      .option('--item <id>', 'id of an item')
      .option('--draw <n>', 'which draw', number(numberRules.draw))
      .option('--judge <name>', 'which judge'),
  ).action(async (id: string, options: unknown) =>
    exit(await (await import('./commands/runs.ts')).showRun(id, options, context)),
  );
  shared(runs.command('resume').description('how to go on with a run').argument('<run>')).action(
    async (id: string, options: unknown) => exit(await (await import('./commands/runs.ts')).resumeRun(id, options, context)),
  );
  shared(
    runs
      .command('export')
      .description('write a run’s judgments to JSONL, CSV or Parquet')
      .argument('<run>')
      .requiredOption('--out <file>', 'by its ending: .jsonl, .csv, .tsv, .parquet; with --format, of any name')
      .option('--format <tool>', 'verdicts in a tool’s own layout: promptfoo, langfuse, langsmith, inspect, mt-bench'),
  ).action(async (id: string, options: unknown) =>
    exit(await (await import('./commands/runs.ts')).exportRun(id, options, context)),
  );
  shared(runs.command('delete').description('delete a run and its judgments; cached calls stay').argument('<run>')).action(
    async (id: string, options: unknown) => exit(await (await import('./commands/runs.ts')).deleteRun(id, options, context)),
  );

  shared(program.command('doctor').description('check Node, the store, keys, endpoints, the local model; say what to do')).action(
    async (options: unknown) => exit(await (await import('./commands/doctor.ts')).doctorCommand(options, context)),
  );
  return program;
}

/** Options of commands that read no configuration. */
function printed(command: Command): Command {
  return command.option('--json', 'print one JSON object on stdout').option('--quiet', 'print no progress and no notes');
}

function shared(command: Command): Command {
  return command
    .option('--config <file>', 'configuration', 'assize.yaml')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print no progress and no notes');
}

/** The forms in which a run can be reported. */
function reporting(command: Command): Command {
  return command
    .option('--html <file>', 'write a report that stands alone: figures drawn, every judgment to look at')
    .option('--markdown <file>', 'write the report’s answer and tables as Markdown')
    .option('--step-summary', 'append the same to the step summary of GitHub Actions')
    .option('--junit <file>', 'write JUnit XML: a test case for each bound, items without a verdict named')
    .option('--tables <folder>', 'write every table of the report as CSV and Parquet');
}

function judging(command: Command, _judges: string): Command {
  return reporting(shared(command))
    .requiredOption('--data <set>', 'name of a data set in the configuration')
    .option('--out <file>', 'write a row a judgment: .jsonl, .csv, .tsv or .parquet')
    .option('--limit <n>', 'the first N items', number(numberRules.limit))
    .option('--sample <n>', 'N items, stratified by gold and language, seeded', number(numberRules.sample))
    .option('--draws <n>', 'independent judgments of each item', number(numberRules.draws))
    .option('--concurrency <n>', 'calls at once on each endpoint', number(numberRules.concurrency))
    .option('--budget-usd <x>', 'most money the whole run may cost', number(numberRules.budgetUsd))
    .option('--no-cache', 'a new run that makes every call again')
    .option('--fresh', 'a new run; cached replies still serve')
    .option('--skip-bad-rows', 'count rows that cannot be read, and go on')
    .option('--retry-unreadable', 'make unreadable judgments again')
    .option('--max-unreadable <share>', 'exit 3 above this share of unreadable judgments', number(numberRules.maxUnreadable))
    .option('--max-failed <n>', 'exit 3 above so many judgments failed or not made', number(numberRules.maxFailed))
    .option('--min <metric[@group]=value>', 'exit 1 below (may be repeated)', collect, [])
    .option('--max <metric[@group]=value>', 'exit 1 above (may be repeated)', collect, [])
    .option('--time-limit <seconds>', 'end the run after so long, resumable', number(numberRules.timeLimit))
    .option('--dry-run', 'calls, tokens, money, time and the first prompt; no call')
    .option('--seed <n>', 'seed of draws and samples', number(numberRules.seed));
}

function number(rule: NumberRule): (text: string) => number {
  return (text) => {
    const value = decimalNumber(text);
    if (value === undefined || !rule.admits(value))
      throw new InvalidArgumentError(`expected ${rule.expected}, got ${JSON.stringify(text)}.`);
    return value;
  };
}

function collect(text: string, before: string[]): string[] {
  return [...before, text];
}
