import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'playwright/test'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { listPageFiles } from '#server/platform/app-files.ts'
import { withOwnDatabase } from '../own-server.ts'
import { projectDir, startServer } from '../server-process.ts'
import { signInWith } from '../sign-in.ts'
import { expect, test } from './call-api.ts'

/** The addresses of all pages without a parameter. */
const pages = listPageFiles()
  .map((file) => `/${file.replaceAll(/\([^)]*\)\/|\/?page\.tsx$/g, '')}`)
  .filter((path) => !path.includes('['))

test('the production files serve every page, and are small', async ({ world }) => {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-production-'))
  try {
    const made = spawnSync('npm', ['run', '--silent', 'production-files', '--', folder], {
      cwd: projectDir,
      encoding: 'utf8',
    })
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const again = spawnSync('npm', ['run', '--silent', 'production-files', '--', folder], {
      cwd: projectDir,
      encoding: 'utf8',
    })
    expect(again).toMatchObject({ status: 1, stderr: `${folder} is not empty. Name a new folder.\n` })
    const megabytes = Number(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout.split('\t')[0])
    expect(megabytes).toBeLessThanOrEqual(340)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'THIRD-PARTY-LICENSES']))
    expect(existsSync(join(folder, '.next', 'cache'))).toBe(false)

    await withOwnDatabase(world, async (url) => {
      const env = { ...world.serverEnv, DATABASE_URL: url, HINDSIGHT_DEMO: 'true', HINDSIGHT_LOG_LEVEL: 'info' }
      const seeded = spawnSync(process.execPath, ['dist/seed.js'], { cwd: folder, env: { ...process.env, ...env } })
      expect(seeded.status).toBe(0)
      const server = await startServer('production', env, folder)
      try {
        const context = await request.newContext({ baseURL: server.baseUrl })
        const admin = demoAccounts.find(({ role }) => role === 'admin')
        await signInWith(context, server.baseUrl, { email: admin?.email ?? '', password: demoPassword })
        expect(pages.length).toBeGreaterThan(15)
        for (const path of pages) expect([path, (await context.get(path)).status()]).toEqual([path, 200])
        const image = await context.get('/api/openapi.json')
        expect(image.status()).toBe(200)
        await context.dispose()
      } finally {
        await server.stop()
      }
      expect(server.lines.filter((line) => /"level":(?:50|60)|Cannot find/.test(line))).toEqual([])
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
