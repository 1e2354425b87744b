import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeParts } from '../../src/data/output/write-text.ts';
import { measureStoredRun } from '../../src/measure/stored-run.ts';
import { htmlReport } from '../../src/report/html-report.ts';
import { reportOf, type Report } from '../../src/report/report-source.ts';
import { openMemoryStore } from '../../src/store/open-store.ts';
import { putSampleRun, type SampleRunOptions } from '../../src/testing/sample-run.ts';

/** A text that would break out of every place that forgot to guard one: markup, script and style ends, comments, separators, controls, an override of direction. */
export const hostile =
  '</script></style><script>window.owned = 1</script><img src=x onerror="window.owned = 2"><style>*{display:none}</style>' +
  '\u2028\u2029\u0000\u001b[31m\u202egnp.exe"\'`${window.owned = 3}<!-- ]]> &lt; =1+1 | [x](javascript:alert(1)) \ud800';

/** A report of a sample run; its store stays open for as long as the process. */
export async function sampleReport(options: SampleRunOptions): Promise<Report> {
  const store = openMemoryStore({ now: () => '2026-01-01T00:00:00.000Z' });
  const run = await putSampleRun(store, options);
  return reportOf({ run, ...measureStoredRun(run, store) }, store);
}

/** A folder for pages of reports. */
export function pageFolder(): { page(name: string, report: Report): Promise<string>; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-report-'));
  return {
    page: async (name, report) => {
      const file = path.join(folder, `${name}.html`);
      await writeParts(file, htmlReport(report));
      return pathToFileURL(file).href;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
