import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withFolder } from '#e2e/resources.ts'
import { projectDir } from '#e2e/server-process.ts'
import { type Claim, skipped, verdictOf } from './claim.ts'
import { copyProject } from './run-documented-commands.ts'

const epoch = () => execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectDir, encoding: 'utf8' }).trim()

/** Builds a package in a copy of the project, on a clock that is some days ahead; returns its extracted folder. */
function buildCopy(folder: string, daysAhead: number, key: string): string {
  copyProject(folder, ['node_modules'])
  const [clock, out] = [join(folder, 'clock'), join(folder, 'out')]
  writeFileSync(clock, String(daysAhead * 86_400_000))
  const preload = pathToFileURL(join(projectDir, 'e2e', 'lab', 'prove', 'clock', 'jumping-clock.ts')).href
  const env = {
    ...process.env,
    HINDSIGHT_PROVE_CLOCK: clock,
    NODE_OPTIONS: `--import=${preload}`,
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key,
    SOURCE_DATE_EPOCH: epoch(),
    INIT_CWD: folder,
  }
  execFileSync('npm', ['run', '--silent', 'package', '--', '--unsigned', '--to', out], { cwd: folder, env })
  const [archive = ''] = readdirSync(out)
  execFileSync('tar', ['--extract', `--file=${join(out, archive)}`, `--directory=${out}`])
  return join(out, archive.replace('.tar.gz', ''))
}

/** The files that docs/operations.md says differ. */
function namedFiles(): string[] {
  const text = readFileSync(join(projectDir, 'docs', 'operations.md'), 'utf8')
  const section = text.split('### Two builds of one commit')[1]?.split('Without that variable')[0] ?? ''
  return [...section.matchAll(/^- .*$/gm)].flatMap(([line]) =>
    [...line.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
  )
}

export const buildTwice: Claim = {
  name: 'build-twice',
  claim:
    'Two builds of one commit, on two paths and two clocks, give the same bytes, except for the files that docs/operations.md names',
  async prove(_, { isQuick }) {
    if (isQuick) return skipped('it builds twice')
    const key = randomBytes(32).toString('base64')
    return withFolder('build', (first) =>
      withFolder('the-same-on-another-path', (second) => {
        const [one, other] = [buildCopy(first, 0, key), buildCopy(second, 400, key)]
        const { stdout } = spawnSync('diff', ['--recursive', '--brief', '--no-dereference', one, other], {
          encoding: 'utf8',
        })
        const named = namedFiles()
        const isNamed = (line: string) =>
          named.some((file) => line === `Files ${one}/${file} and ${other}/${file} differ`)
        const differing = stdout.split('\n').filter(Boolean)
        const count = readdirSync(one, { recursive: true }).length
        const figure = `${count.toLocaleString('en')} files and folders, of which ${differing.length} differ, 400 days apart`
        return verdictOf(
          figure,
          differing.filter((line) => !isNamed(line)),
          differing.length === named.length,
        )
      }),
    )
  },
}
