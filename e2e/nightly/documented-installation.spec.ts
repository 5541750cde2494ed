import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from '#e2e/api/call-api.ts'
import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { freePort, projectDir } from '#e2e/support/server-process.ts'
import { listBlocksToRun } from '#server/cli/testing-documents.ts'

/** Commands that only root runs with systemd, and the installation of packages, which `npm run prove` tries. */
const leftOut = /^(?:useradd|git clone|npm install|systemctl) .*$|&& systemctl .*$| -o hindsight -g hindsight/gm
/** The folders of the system, in place of which the commands use those of `root`. */
const inFolder = (text: string, root: string) => text.replaceAll(/(?<![\w./])\/(?=(?:opt|etc|var)\b)/g, `${root}/`)

/** The command line of a unit, its folder, and its environment. */
function readUnit(name: string, root: string) {
  const unit = inFolder(readFileSync(join(root, 'etc', 'systemd', 'system', name), 'utf8'), root)
  const readSetting = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [program, ...args] = readSetting('ExecStart').split(' ')
  expect(program).toBe('/usr/bin/node')
  const own = parseEnv(readSetting('Environment').replaceAll(' ', '\n'))
  const env: Record<string, string | undefined> = {
    ...own,
    ...parseEnv(readFileSync(readSetting('EnvironmentFile'), 'utf8')),
    PATH: process.env.PATH,
  }
  return { args, cwd: readSetting('WorkingDirectory'), env: env as NodeJS.ProcessEnv }
}

for (const { place, text } of listBlocksToRun('run: installation')) {
  test(`${place} installs what its units serve and back up`, async ({ world }) => {
    const root = mkdtempSync(join(tmpdir(), 'hindsight-installation-'))
    try {
      await withOwnDatabase(world, async (url) => {
        const setting = `echo DATABASE_URL=${url} >> ${root}/etc/hindsight/environment`
        const folders = `mkdir -p ${root}/etc/systemd/system ${root}/opt ${root}/var/backups`
        const commands = inFolder(text.replaceAll(leftOut, ''), root).replace(/^# Edit .*$/m, setting)
        expect(commands.match(/^(?:install|npm run|ln|cp|\(cd) /gm)?.length).toBeGreaterThan(7)
        const env = { ...process.env, DATABASE_URL: undefined, HINDSIGHT_SECRET: undefined }
        const installed = spawnSync('sh', ['-euc', `${folders}\n${commands}`], {
          cwd: projectDir,
          env,
          encoding: 'utf8',
        })
        expect(installed).toMatchObject({ status: 0 })

        const service = readUnit('hindsight.service', root)
        const port = String(await freePort())
        const child = spawn(process.execPath, service.args, {
          cwd: service.cwd,
          env: { ...service.env, PORT: port },
          stdio: 'ignore',
        })
        const exited = once(child, 'exit')
        try {
          const ready = () => fetch(`http://127.0.0.1:${port}/api/ready`).then(({ status }) => status, String)
          await expect.poll(ready, { timeout: 60_000 }).toBe(200)
          const { args, ...backup } = readUnit('hindsight-backup.service', root)
          const made = spawnSync(process.execPath, args, { ...backup, encoding: 'utf8' })
          expect(made).toMatchObject({ status: 0 })
          expect(made.stdout + made.stderr).toContain('Tried: it restores')
        } finally {
          child.kill('SIGTERM')
        }
        expect(await exited).toEqual([0, null])
      })
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })
}
