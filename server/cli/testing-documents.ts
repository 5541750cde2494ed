import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import MarkdownIt from 'markdown-it'
import { projectDir } from '#server/platform/project-dir.ts'

/**
 * A code block of a document. The words after its language, which no reader sees, say how it is checked:
 * - `run: database`: with an empty database, by documents.test.ts
 * - `run: server`: with the demo data served, by e2e/nightly/documented-commands.spec.ts
 * - `run: connection`: against a system of its own, by connection.test.ts
 * - `run: receiver`: with a request of a webhook, by server/change-feed/webhooks/send-webhooks.test.ts
 * - `run: prove`: by the claim `run-documented-commands`
 * - `run: installation`: as an ordinary user, without systemd, by e2e/nightly/documented-installation.spec.ts
 * - `run: package`: as a user without rights, by e2e/nightly/package.spec.ts
 * - `compare: source`: each part stands in the source file that its comment names
 * - `parse`: it is valid in its language
 * - `not run: REASON`
 */
export type Block = {
  /** The place of the block, such as `docs/import.md:42`. */
  readonly place: string
  readonly language: string
  readonly mark: string
  readonly text: string
}

/** The documents, relative to the project. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  join('deploy', 'README.md'),
  join('packages', 'client', 'README.md'),
  ...readdirSync(join(projectDir(), 'docs')).map((name) => join('docs', name)),
]

/** Lists the fenced and indented code blocks of a document. */
export function readBlocks(document: string): Block[] {
  const tokens = new MarkdownIt().parse(readFileSync(join(projectDir(), document), 'utf8'), {})
  return tokens
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ info, content, map }) => {
      const [, language = '', mark = ''] = /^(\S*)\s*(.*)$/.exec(info.trim()) ?? []
      return { place: `${document}:${(map?.[0] ?? 0) + 1}`, language, mark, text: content }
    })
}

/** A call of `npm run` in the text or a block of a document: the name of its script, and the words after `--`. */
export type NpmCall = { readonly place: string; readonly script: string; readonly words: readonly string[] }

/** Lists the calls of `npm run` in a document. */
export function readNpmCalls(document: string): NpmCall[] {
  const whole = readFileSync(join(projectDir(), document), 'utf8')
  const calls = whole.replaceAll('\\\n', ' ').matchAll(/\bnpm run (?:--silent )?([a-z:0-9-]+)(?: -- ([^`#\n)]*))?/g)
  return [...calls].map(([call, script = '', words = '']) => {
    return { place: `${document}: ${call.trim()}`, script, words: words.trim().split(/\s+/).filter(Boolean) }
  })
}

/** Lists the blocks of all documents with this mark. */
export const listBlocksToRun = (mark: string): Block[] =>
  documents.flatMap((document) => readBlocks(document)).filter((block) => block.mark === mark)

/**
 * Runs commands of a document as in the project, but in a folder of their own, so that the files they write stay out of
 * it; `files` are there too. curl fails on a status of 400 or more.
 */
export async function runCommands(
  commands: string,
  env: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-documents-'))
  for (const name of ['dist', 'e2e', 'node_modules', 'server', '.next', 'public']) {
    if (existsSync(join(projectDir(), name))) symlinkSync(join(projectDir(), name), join(folder, name))
  }
  for (const name of ['package.json', 'package-lock.json', '.env.example'])
    copyFileSync(join(projectDir(), name), join(folder, name))
  const all = { '.curlrc': 'fail-with-body\nsilent\nshow-error\n', ...files }
  for (const [name, content] of Object.entries(all)) writeFileSync(join(folder, name), content)
  const PATH = `${join(projectDir(), 'node_modules', '.bin')}:${process.env.PATH}`
  const child = spawn('sh', ['-euc', commands], {
    cwd: folder,
    env: { ...process.env, CURL_HOME: folder, PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  rmSync(folder, { recursive: true, force: true })
  return { code, output: output + errors }
}
