// `npm run build`: the programs in `dist/` and the pages in `.next/`.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { answerHelp } from './answer-help.mjs'
import { projectDir, run } from './prepare.mjs'
import { showProgress } from './show-progress.mjs'

answerHelp(`Usage: npm run build [-- --verbose]
       npm run build:server; npm run build:pages
Generates the filter grammar and the list of endpoints, bundles the programs into dist/, builds the pages into .next/ and compresses their scripts.
A step that fails prints its output; with --verbose every step does.`)

const { values: options, positionals: parts } = parseArgs({
  options: { verbose: { type: 'boolean', default: false } },
  allowPositionals: true,
})

/** Runs the commands of a step at the same time; stops with their output if one fails. */
async function runStep(name, ...commands) {
  const output = []
  const finish = showProgress(name)
  const codes = await Promise.all(
    commands.map(([command, ...args]) =>
      run(command, args, { stdio: ['ignore', 'pipe', 'pipe'], onOutput: (chunk) => output.push(chunk) }),
    ),
  )
  const failed = codes.find((code) => code !== 0)
  finish(failed && 'failed')
  if (failed || options.verbose) process.stdout.write(Buffer.concat(output))
  if (failed) process.exit(failed)
}

/** Stores the commit for the page System; without git, or without a commit, there is none. */
function storeCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], {
    cwd: projectDir,
    encoding: 'utf8',
  })
  if (status === 0) writeFileSync(join(projectDir, 'dist', 'commit'), stdout)
}

/** Compresses the scripts and styles of the pages once: better than any server would on each request. */
async function compressPages() {
  const files = globSync('.next/static/**/*.{js,css}', { cwd: projectDir })
  await Promise.all(
    files.map(async (name) => {
      const file = join(projectDir, name)
      const content = readFileSync(file)
      // Brotli has the highest quality by default.
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content))
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

const bundle = ['node', join('server', 'cli', 'bundle.mjs')]
const pages = ['next', 'build']

if (parts.length === 0) {
  await runStep('Generating the grammar and the list of endpoints', ['npm', 'run', '--silent', 'generate'])
  await runStep('Building programs and pages', bundle, pages)
} else await runStep(`Building ${parts[0]}`, parts[0] === 'pages' ? pages : bundle)
if (parts[0] !== 'pages') storeCommit()
if (parts[0] !== 'programs') {
  const finish = showProgress('Compressing the pages')
  await compressPages()
  finish()
}
