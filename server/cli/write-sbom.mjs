// `npm run sbom`: the packages that the product contains, as CycloneDX.
import { spawnSync } from 'node:child_process'
import { answerHelp } from './answer-help.mjs'
import { projectDir } from './prepare.mjs'

answerHelp(
  'Usage: npm run --silent sbom\nWrites the packages that the product contains to standard output, as CycloneDX. Needs npm 10.',
)

const options = '--sbom-format cyclonedx --sbom-type application --package-lock-only --workspaces=false'.split(' ')
const { status, stdout, stderr } = spawnSync('npm', ['sbom', ...options], {
  cwd: projectDir,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
if (status === 0) process.stdout.write(stdout)
else {
  const { stdout: version } = spawnSync('npm', ['--version'], { encoding: 'utf8' })
  const cause =
    Number.parseInt(version, 10) < 10 ? `npm ${version.trim()} has no "npm sbom"; it needs npm 10 or later.\n` : stderr
  process.stderr.write(cause)
  process.exitCode = 1
}
