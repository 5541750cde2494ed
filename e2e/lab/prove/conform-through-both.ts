import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectDir } from '#e2e/server-process.ts'
import type { Claim } from './claim.ts'

/** The files of the conformance suite, without tests of a single process such as its metrics; Playwright reads a pattern. */
const files = 'e2e/api/(interface-a|interface-b|http-manners|generated-client)\\.'

type Suite = { readonly suites?: readonly Suite[]; readonly specs?: readonly { title: string; ok: boolean }[] }

export const conformThroughBoth: Claim = {
  name: 'conform-through-both',
  claim: 'The conformance suite passes through two processes behind one address, with alternating requests',
  async prove() {
    const { passed, faults } = await runConformanceSuite({ E2E_PROCESSES: '2' })
    return {
      figure: `${passed} tests passed, ${faults.length} failed`,
      isProven: passed > 0 && faults.length === 0,
      faults,
    }
  },
}

/** Runs the conformance suite on separate servers, configured by `env`. */
export async function runConformanceSuite(
  env: Record<string, string>,
): Promise<{ readonly passed: number; readonly faults: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-conform-'))
  const report = join(folder, 'report.json')
  try {
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
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
