import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFolder } from '#e2e/resources.ts'
import { projectDir } from '#e2e/server-process.ts'
import { type Claim, verdictOf } from './claim.ts'

/** The files of the conformance suite, without tests of a single process such as its metrics; Playwright reads a pattern. */
const files = 'e2e/api/(interface-a|interface-b|interface-b-register|http-manners|client-package)\\.'

type Suite = { readonly suites?: readonly Suite[]; readonly specs?: readonly { title: string; ok: boolean }[] }

export const conformThroughBoth: Claim = {
  name: 'conform-through-both',
  claim: 'The conformance suite passes through two processes behind one address, with alternating requests',
  async prove() {
    const { passed, faults } = await runConformanceSuite({ E2E_PROCESSES: '2' })
    const figure = `${passed} tests passed, ${faults.length} failed`
    return verdictOf(figure, faults, passed > 0)
  },
}

/** Runs the conformance suite on separate servers, configured by `env`. */
export async function runConformanceSuite(
  env: Record<string, string>,
): Promise<{ readonly passed: number; readonly faults: readonly string[] }> {
  return withFolder('conform', async (folder) => {
    const report = join(folder, 'report.json')
    const code = await runPlaywright({ ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report })
    const { suites = [], stats, errors = [] } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = suites.flatMap(specsOf).filter(({ ok }: { ok: boolean }) => !ok)
    const faults = [
      ...errors.map(({ message }: { message: string }) => message),
      ...failed.map(({ title }: { title: string }) => `failed: ${title}`),
    ]
    return {
      passed: stats.expected,
      faults: code === 0 || faults.length > 0 ? faults : [`the suite ended with ${code}`],
    }
  })
}

function runPlaywright(env: Record<string, string>): Promise<number | null> {
  const program = join(projectDir, 'node_modules', 'playwright', 'cli.js')
  const child = spawn(process.execPath, [program, 'test', files, '--project', 'api', '--reporter', 'json'], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  return new Promise((done) => child.once('exit', done))
}

const specsOf = ({ suites = [], specs = [] }: Suite): { title: string; ok: boolean }[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]
