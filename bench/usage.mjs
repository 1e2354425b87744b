// Loaded before a program (`node --import`): writes what the process used to the file that BENCH_USAGE names.
import { writeFileSync } from 'node:fs';

const started = performance.now();
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(
    process.env.BENCH_USAGE,
    JSON.stringify({
      megabytes: maxRSS / 1024,
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
      seconds: (performance.now() - started) / 1000,
    }),
  );
});
