import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectDir } from '../server-process.ts'
import type { Claim } from './claim.ts'

/** The files of the conformance suite whose tests do not look at one process, as those of its metrics do. */
const files = ['interface-a', 'interface-b', 'http-manners', 'generated-client']

type Suite = { readonly suites?: readonly Suite[]; readonly specs?: readonly { title: string; ok: boolean }[] }

export const conformThroughBoth: Claim = {
  name: 'conform-through-both',
  claim: 'The conformance suite passes through two processes behind one address, each request on the next of them',
  async prove() {
    const folder = mkdtempSync(join(tmpdir(), 'hindsight-conform-'))
    const report = join(folder, 'report.json')
    try {
      const code = await runSuite(report)
      const { suites = [], stats, errors = [] } = JSON.parse(readFileSync(report, 'utf8'))
      const failed = suites.flatMap(specsOf).filter(({ ok }: { ok: boolean }) => !ok)
      return {
        figure: `${stats.expected} tests passed, ${failed.length} failed`,
        isProven: code === 0 && stats.expected > 0 && failed.length === 0,
        faults: [
          ...errors.map(({ message }: { message: string }) => message),
          ...failed.map(({ title }: { title: string }) => `failed: ${title}`),
        ],
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function runSuite(report: string): Promise<number | null> {
  const program = join(projectDir, 'node_modules', 'playwright', 'cli.js')
  const specs = files.map((name) => `e2e/api/${name}.spec.ts`)
  const child = spawn(process.execPath, [program, 'test', ...specs, '--project', 'api', '--reporter', 'json'], {
    cwd: projectDir,
    env: { ...process.env, E2E_PROCESSES: '2', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    stdio: 'ignore',
  })
  return new Promise((done) => child.once('exit', done))
}

const specsOf = ({ suites = [], specs = [] }: Suite): { title: string; ok: boolean }[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]
