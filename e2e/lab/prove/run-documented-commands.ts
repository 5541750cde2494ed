import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withFolder } from '#e2e/support/resources.ts'
import { freePort, projectDir } from '#e2e/support/server-process.ts'
import { needed } from '#server/cli/disk-space.mjs'
import { type Block, listBlocksToRun } from '#server/cli/testing-documents.ts'
import { type Claim, skipped, toVerdict } from './claim.ts'
import { hasPostgres, restoreWithOwnTools } from './documents/restore-with-own-tools.ts'

/** The output of a program once it serves; it is then stopped. */
const isServing = /Hindsight is running at|"msg":"listening"/

export const runDocumentedCommands: Claim = {
  name: 'run-documented-commands',
  async prove(_, { isQuick }) {
    const faults: string[] = []
    const done: string[] = []
    const left: string[] = []
    for (const block of listBlocksToRun('run: prove')) {
      const reason = reasonToSkip(block, isQuick)
      if (reason !== undefined) {
        left.push(`${block.place} (${reason})`)
        continue
      }
      const fault = await (block.text.includes('pg_restore') ? restoreWithOwnTools(block) : runInCopy(block))
      if (fault !== undefined) faults.push(`${block.place}: ${fault}`)
      done.push(block.place)
    }
    const without = left.length > 0 ? `; not run: ${left.join(', ')}` : ''
    const figure = `${done.length - faults.length} of ${done.length} blocks ran${without}`
    return done.length === 0 ? skipped(figure) : toVerdict(figure, faults)
  },
}

const isQuickstart = ({ text }: Block) => text.includes('npm run quickstart')
const isInstallation = (block: Block) => block.text.includes('npm install') || isQuickstart(block)

function reasonToSkip(block: Block, isQuick: boolean): string | undefined {
  if (isInstallation(block) && isQuick) return 'it installs and builds'
  const needsTools = block.text.includes('pg_restore') && !hasPostgres()
  return needsTools ? 'it needs PostgreSQL 15 or later (Debian: postgresql)' : undefined
}

/** Copies what git tracks to a folder, and other paths of the project. */
export function copyProject(folder: string, others: readonly string[]): void {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: projectDir, encoding: 'utf8' }).split('\0')
  for (const path of [...tracked.filter(Boolean), ...others]) {
    cpSync(join(projectDir, path), join(folder, path), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (file) => !file.startsWith(join(projectDir, '.next', 'cache')),
    })
  }
}

/** Runs a block in a copy of the project: an installation without packages and build, else with both. */
async function runInCopy(block: Block): Promise<string | undefined> {
  return withFolder('documented', async (folder) => {
    const built = ['node_modules', '.next', 'dist', join('lib', 'filter', 'grammar.js')]
    copyProject(folder, isInstallation(block) ? [] : built)
    const fault = await runUntilServing(block, folder)
    return fault ?? (isQuickstart(block) ? describeExcess(folder) : undefined)
  })
}

const cacheFolder = '.npm-cache'

/** Describes the folders that take more of the disk than the quickstart states. */
function describeExcess(folder: string): string | undefined {
  const places = { packages: ['node_modules'], cache: [cacheFolder], build: ['.next', 'dist'], data: ['.data'] }
  const excess = Object.entries(places).flatMap(([name, paths]) => {
    const lines = execFileSync('du', ['-skc', ...paths], { cwd: folder, encoding: 'utf8' })
      .trim()
      .split('\n')
    const bytes = Number.parseInt(lines.at(-1) ?? '', 10) * 1024
    const most = needed[name as keyof typeof needed]
    return bytes <= most ? [] : [`${name} take ${Math.ceil(bytes / 1e6)} MB, expected are ${most / 1e6} MB`]
  })
  return excess.length === 0 ? undefined : excess.join('; ')
}

async function runUntilServing({ text }: Block, cwd: string): Promise<string | undefined> {
  const child = spawn('sh', ['-euc', text], {
    cwd,
    detached: true,
    env: {
      ...withoutNpm(process.env),
      HINDSIGHT_DATA_DIR: join(cwd, '.data'),
      PORT: String(await freePort()),
      // Empty, as on a new machine.
      ...(text.includes('npm run quickstart') && { npm_config_cache: join(cwd, cacheFolder) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let isSeen = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part
      if (isSeen || !isServing.test(output)) return
      isSeen = true
      // Like Ctrl+C in a terminal, which reaches every process of the group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    })
  }
  const [code] = await once(child, 'close')
  if (isSeen) return undefined
  return `it ended with ${code} without serving: ${output.slice(-500)}`
}

/** The environment of a terminal: without npm's variables and without the packages of the project in PATH. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const path = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const inherited = Object.entries(env).filter(([name]) => !/^(?:npm_|HINDSIGHT_|DATABASE_URL$|NODE_ENV$)/.test(name))
  const all: Record<string, string | undefined> = { ...Object.fromEntries(inherited), PATH: path.join(delimiter) }
  return all as NodeJS.ProcessEnv
}
