import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, matchesGlob } from 'node:path'
import { type Copy, DockerfileParser, type Env, type From } from 'dockerfile-ast'

/** The result of a Dockerfile: the files as a folder, and the configuration of the container and its health check. */
export type Image = {
  /** The folder of `/` in the image. */
  readonly root: string
  readonly workdir: string
  readonly env: Record<string, string>
  readonly user: string
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

type Stage = { root: string; workdir: string; env: Record<string, string>; user: string; lists: Map<string, string[]> }

/** The steps of a Dockerfile as it is written. */
export const readSteps = (dockerfile: string) =>
  DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions()

/**
 * Runs the steps of a Dockerfile in plain folders, one per stage, which approximates an engine without one. The base
 * image is this machine with this Node first in PATH. The context is what git tracks in `project`, without the ignored
 * files. Throws when a step fails or is unsupported.
 */
export function runDockerfile(project: string, dockerfile: string): Image {
  const context = copyContext(project, `${dockerfile}.dockerignore`)
  const stages: Stage[] = []
  const named = new Map<string, Stage>()
  for (const step of readSteps(dockerfile)) {
    const keyword = step.getKeyword()
    process.stderr.write(`  ${keyword} ${step.getArgumentsContent()}\n`)
    if (keyword === 'FROM') {
      const stage = { root: newFolder(), workdir: '/', env: {}, user: 'root', lists: new Map<string, string[]>() }
      stages.push(stage)
      named.set((step as From).getBuildStage() ?? '', stage)
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`${keyword} is before the first FROM.`)
    const words = step.getArguments().map((word) => word.getValue())
    if (keyword === 'ENV') {
      for (const property of (step as Env).getProperties()) stage.env[property.getName()] = property.getValue() ?? ''
    } else if (keyword === 'WORKDIR') {
      stage.workdir = words[0] ?? '/'
      mkdirSync(join(stage.root, stage.workdir), { recursive: true })
    } else if (keyword === 'COPY') {
      const from = (step as Copy).getFromFlag()?.getValue()
      copy(from ? named.get(from)?.root : context, words, join(stage.root, stage.workdir))
    } else if (keyword === 'RUN') {
      runIn(stage, ['sh', '-c', step.getArgumentsContent() ?? ''])
    } else if (keyword === 'USER') stage.user = words[0] ?? 'root'
    else if (keyword === 'CMD' || keyword === 'HEALTHCHECK') {
      const list = /\[.*\]$/s.exec(step.getArgumentsContent() ?? '')?.[0] ?? '[]'
      stage.lists.set(keyword, JSON.parse(list))
    } else if (keyword !== 'EXPOSE') throw new Error(`${keyword} is not supported here.`)
  }
  const last = stages.at(-1)
  if (!last) throw new Error('The Dockerfile has no stage.')
  const { root, workdir, env, user, lists } = last
  return { root, workdir, env, user, command: lists.get('CMD') ?? [], healthcheck: lists.get('HEALTHCHECK') ?? [] }
}

/** The environment of a process in an image: only the locations of programs. */
export function imageEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  const all: Record<string, string> = { PATH: path, HOME: tmpdir(), ...env }
  return all as NodeJS.ProcessEnv
}

/** A new folder that every user may enter, like `/` of an image. It is removed when the process ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-image-'))
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function copyContext(project: string, ignoreFile: string): string {
  const ignored = readFileSync(ignoreFile, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const isIgnored = (path: string) =>
    ignored.some(
      (pattern) => path.startsWith(`${pattern}/`) || matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`),
    )
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  const context = newFolder()
  for (const path of tracked) {
    if (!isIgnored(path)) cpSync(join(project, path), join(context, path))
  }
  return context
}

function copy(source: string | undefined, words: readonly string[], workdir: string): void {
  if (source === undefined) throw new Error('COPY names an unknown stage.')
  const paths = words.slice(0, -1)
  const target = words.at(-1) ?? '.'
  const isFolder = target.endsWith('/') || target === '.' || paths.length > 1
  for (const path of paths) {
    // Copies the contents of a folder.
    const isFile = statSync(join(source, path)).isFile()
    const into = isFolder && isFile ? join(workdir, target, basename(path)) : join(workdir, target)
    cpSync(join(source, path), into, { recursive: true, verbatimSymlinks: true })
  }
}

const withoutNpm = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_')))

function runIn({ root, workdir, env }: Stage, [program = '', ...args]: readonly string[]): void {
  const { status } = spawnSync(program, args, {
    cwd: join(root, workdir),
    // Packages come from the registry of this machine, as for an engine on it; npm's settings for scripts are removed.
    env: { ...withoutNpm(process.env), ...imageEnv(env), HOME: homedir() },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${status}.`)
}
