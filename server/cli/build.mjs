// `npm run build`: the programs in `dist/` and the pages in `.next/`.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerHelp } from './answer-help.mjs'
import { projectDir, run } from './prepare.mjs'
import { showProgress } from './show-progress.mjs'

answerHelp(`Usage: npm run build [-- --verbose]
       npm run build:server; npm run build:pages
Generates the filter grammar, bundles the programs into dist/, builds the pages into .next/ and compresses their scripts.
A step that fails prints its output; with --verbose every step does.`)

const { values: options, positionals: parts } = parseArgs({
  options: { verbose: { type: 'boolean', default: false } },
  allowPositionals: true,
})

/** Runs a step; stops with its output if it fails. */
async function runStep(name, command, args) {
  const output = []
  const finish = showProgress(name)
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => output.push(chunk),
  })
  finish(code === 0 ? undefined : 'failed')
  if (code !== 0 || options.verbose) process.stdout.write(Buffer.concat(output))
  if (code !== 0) process.exit(code)
}

/** Stores the commit for the page System; without git, or without a commit, there is none. */
function storeCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=10', 'HEAD'], {
    cwd: projectDir,
    encoding: 'utf8',
  })
  if (status === 0) writeFileSync(join(projectDir, 'dist', 'commit'), stdout)
}

async function buildPrograms() {
  await runStep('Bundling the programs', 'node', [join('server', 'cli', 'bundle.mjs')])
  storeCommit()
}

async function buildPages() {
  await runStep('Building the pages', 'next', ['build'])
  await runStep('Compressing the pages', 'node', [join('server', 'cli', 'compress-pages.mjs')])
}

if (parts.length === 0) await runStep('Generating the grammar', 'npm', ['run', '--silent', 'generate'])
if (parts[0] !== 'pages') await buildPrograms()
if (parts[0] !== 'programs') await buildPages()
