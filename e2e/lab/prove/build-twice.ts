import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFolder } from '#e2e/support/resources.ts'
import { projectDir } from '#e2e/support/server-process.ts'
import { type Claim, skipped, toVerdict } from './claim.ts'
import { copyProject } from './run-documented-commands.ts'

/** Packs a copy of the project on a clock that is some days ahead; returns the folder of the extracted release. */
function packCopy(folder: string, daysAhead: number, key: string): string {
  copyProject(folder, ['node_modules'])
  const clock = join(folder, 'clock')
  const out = join(folder, 'out')
  writeFileSync(clock, String(daysAhead * 86_400_000))
  const env = {
    ...process.env,
    HINDSIGHT_PROVE_CLOCK: clock,
    NODE_OPTIONS: `--import=${join(projectDir, 'e2e', 'lab', 'prove', 'clock', 'jumping-clock.ts')}`,
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key,
    SOURCE_DATE_EPOCH: execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectDir, encoding: 'utf8' }).trim(),
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
  return [...section.matchAll(/^- .*/gm)].flatMap(([line]) => line.match(/(?<=`)[^` ]+(?=`)/g) ?? [])
}

export const buildTwice: Claim = {
  name: 'build-twice',
  async prove(_, { isQuick }) {
    if (isQuick) return skipped('it builds twice')
    const key = randomBytes(32).toString('base64')
    return withFolder('build', (first) =>
      withFolder('another-build', (second) => {
        const one = packCopy(first, 0, key)
        const other = packCopy(second, 400, key)
        const args = ['--recursive', '--brief', '--no-dereference', one, other]
        const { stdout } = spawnSync('diff', args, { encoding: 'utf8' })
        const differing = stdout.split('\n').filter(Boolean)
        const named = namedFiles().map((file) => `Files ${one}/${file} and ${other}/${file} differ`)
        const { length: count } = readdirSync(one, { recursive: true })
        const faults = differing.filter((line) => !named.includes(line))
        return toVerdict(`${differing.length} of ${count} paths differ, 400 days apart`, faults, count > 1_000)
      }),
    )
  },
}
