import { SingleBar } from 'cli-progress';

/** What a progress line tells beside the count. */
export type ProgressFacts = { readonly costUsd: number; readonly atLeast: boolean };

/** Shows how far long work is: a bar on a terminal, one line per 10% elsewhere, nothing when quiet. Times are of a steady clock, in milliseconds. */
export interface Progress {
  begin(total: number, done: number, label: string): void;
  advance(facts: ProgressFacts): void;
  end(): void;
}

type Stream = NodeJS.WriteStream | (NodeJS.WritableStream & { isTTY?: boolean });

/** The progress that suits a stream. */
export function progressOn(stream: Stream, options: { quiet: boolean; clock: () => number }): Progress {
  if (options.quiet) return { begin: () => undefined, advance: () => undefined, end: () => undefined };
  return stream.isTTY === true ? barOn(stream as NodeJS.WriteStream, options.clock) : linesOn(stream, options.clock);
}

function barOn(stream: NodeJS.WriteStream, clock: () => number): Progress {
  const bar = new SingleBar({
    stream,
    format: '{label} {bar} {value}/{total}  {rate}/s  {cost}  {left}',
    hideCursor: true,
    clearOnComplete: false,
    gracefulExit: false,
    etaBuffer: 50,
  });
  let meter: Meter | undefined;
  return {
    begin: (total, done, label) => {
      meter = new Meter(total, done, clock);
      bar.start(total, done, { label, rate: '…', cost: '$0', left: '' });
    },
    advance: (facts) => {
      if (meter === undefined) return;
      meter.done += 1;
      bar.update(meter.done, { rate: meter.rateText(), cost: costText(facts), left: `${meter.leftText()} left` });
    },
    end: () => {
      if (meter !== undefined) bar.stop();
      meter = undefined;
    },
  };
}

function linesOn(stream: NodeJS.WritableStream, clock: () => number): Progress {
  let meter: Meter | undefined;
  let label = '';
  let shownTenths = 0;
  return {
    begin: (total, done, name) => {
      meter = new Meter(total, done, clock);
      label = name;
      shownTenths = total === 0 ? 10 : Math.floor((done / total) * 10);
    },
    advance: (facts) => {
      if (meter === undefined) return;
      meter.done += 1;
      const tenths = Math.floor((meter.done / meter.total) * 10);
      if (tenths <= shownTenths) return;
      shownTenths = tenths;
      stream.write(
        `${label}: ${tenths * 10}% (${meter.done}/${meter.total}), ${meter.rateText()}/s, ${costText(facts)}, ${meter.leftText()} left\n`,
      );
    },
    end: () => undefined,
  };
}

class Meter {
  readonly total: number;
  done: number;
  readonly #from: number;
  readonly #clock: () => number;
  readonly #startedMs: number;

  constructor(total: number, done: number, clock: () => number) {
    this.total = total;
    this.done = done;
    this.#from = done;
    this.#clock = clock;
    this.#startedMs = clock();
  }

  rateText(): string {
    const rate = this.#rate();
    return rate >= 10 ? rate.toFixed(0) : rate.toFixed(1);
  }

  leftText(): string {
    const rate = this.#rate();
    return rate === 0 ? '…' : durationText((this.total - this.done) / rate);
  }

  #rate(): number {
    const seconds = (this.#clock() - this.#startedMs) / 1000;
    return seconds === 0 ? 0 : (this.done - this.#from) / seconds;
  }
}

/** `$0.0123`, or `at least $0.0123` where some cost is unknown. */
export function costText({ costUsd, atLeast }: ProgressFacts): string {
  const amount =
    costUsd === 0 ? '$0' : costUsd < 0.01 ? `$${costUsd.toPrecision(2)}` : `$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`;
  return atLeast ? `at least ${amount}` : amount;
}

/** `48 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
