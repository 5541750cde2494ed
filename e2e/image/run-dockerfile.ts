import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, matchesGlob } from 'node:path'
import { type Copy, DockerfileParser, type Env, type From } from 'dockerfile-ast'

/** What a Dockerfile leaves: the files as a folder, and how the container is started and asked for its health. */
export type Image = {
  /** What `/` is in the image. */
  readonly root: string
  readonly workdir: string
  readonly env: Record<string, string>
  readonly user: string
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

type Stage = { root: string; workdir: string; env: Record<string, string>; user: string; lists: Map<string, string[]> }

/**
 * Runs the steps of a Dockerfile in plain folders, one for each stage: what an engine does, as far as it can be done
 * without one. The base image is this machine with this Node first on the path. The context is what git tracks in
 * `project`, without what the ignore file beside the Dockerfile names. Throws when a step fails or is of no known kind.
 */
export function runDockerfile(project: string, dockerfile: string): Image {
  const context = copyContext(project, `${dockerfile}.dockerignore`)
  const stages: Stage[] = []
  const named = new Map<string, Stage>()
  for (const step of DockerfileParser.parse(readFileSync(dockerfile, 'utf8')).getInstructions()) {
    const keyword = step.getKeyword()
    process.stderr.write(`  ${keyword} ${step.getArgumentsContent()}\n`)
    if (keyword === 'FROM') {
      const stage = { root: newFolder(), workdir: '/', env: {}, user: 'root', lists: new Map<string, string[]>() }
      stages.push(stage)
      named.set((step as From).getBuildStage() ?? '', stage)
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`${keyword} stands before the first FROM.`)
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
    } else if (keyword !== 'EXPOSE') throw new Error(`${keyword} is not known here.`)
  }
  const last = stages.at(-1)
  if (!last) throw new Error('The Dockerfile has no stage.')
  const { root, workdir, env, user, lists } = last
  return { root, workdir, env, user, command: lists.get('CMD') ?? [], healthcheck: lists.get('HEALTHCHECK') ?? [] }
}

/** The environment of a process in an image: nothing of ours but where programs lie. */
export function imageEnv(env: Record<string, string>): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  const all: Record<string, string> = { PATH: path, HOME: tmpdir(), ...env }
  return all as NodeJS.ProcessEnv
}

/** A new folder that every user may enter, as `/` of an image. It is removed when the process ends. */
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
  if (source === undefined) throw new Error('COPY names a stage that is not there.')
  const paths = words.slice(0, -1)
  const target = words.at(-1) ?? '.'
  const isFolder = target.endsWith('/') || target === '.' || paths.length > 1
  for (const path of paths) {
    // Of a folder what it holds is copied.
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
    // Packages come by the ways of this machine, as they do for an engine on it; what npm tells its scripts is left out.
    env: { ...withoutNpm(process.env), ...imageEnv(env), HOME: homedir() },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${status}.`)
}
