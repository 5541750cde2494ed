import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import type { LaunchOptions } from 'playwright/test'
import { projectDir } from '#server/platform/project-dir.ts'

/** Finds the options to start Chromium: Playwright's own if installed, else the one from npm (Linux), else Chrome. */
export async function findLaunchOptions(): Promise<LaunchOptions> {
  if (existsSync(chromium.executablePath())) return {}
  if (process.platform !== 'linux') return { channel: 'chrome' }
  // Lets the package unpack system libraries that a minimal machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const folder = join(projectDir(), 'node_modules', '.cache', 'hindsight-chromium')
  const { default: packaged } = await withTemporaryFolder(folder, () => import('@sparticuz/chromium'))
  if (!existsSync(folder)) await unpack(folder, () => packaged.executablePath())
  process.env.FONTCONFIG_FILE ??= join(folder, fontList)
  // A single process ends with its first context. Without web security, tests of other origins would prove nothing.
  // An emulated GPU is slower than drawing without one, and a renderer that is not forked from a zygote starts slower.
  const unwanted =
    /^--(single-process|headless|disable-web-security|use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist|no-zygote)/
  const args = packaged.args.filter((arg) => !unwanted.test(arg))
  return { executablePath: join(folder, 'chromium'), args: [...args, ...fewProcesses] }
}

/** Starts Chromium, and once more if it ends while it starts, as its zygote sometimes does on a busy machine. */
export async function launchChromium(): Promise<Browser> {
  const options = await findLaunchOptions()
  return chromium.launch(options).catch(() => chromium.launch(options))
}

/** One renderer for each browser context. */
const fewProcesses = ['--disable-gpu', '--process-per-site', '--renderer-process-limit=1']

const fontList = 'fonts.conf'

/**
 * Unpacks Chromium, its libraries and fonts into a folder of the project: in the shared temporary folder other users
 * could replace it. The folder appears only when it is complete.
 */
async function unpack(folder: string, inflate: () => Promise<string>): Promise<void> {
  mkdirSync(join(folder, '..'), { recursive: true })
  const staging = mkdtempSync(`${folder}-`)
  try {
    await withTemporaryFolder(staging, inflate)
    const [fonts, cache] = ['fonts', 'fonts-cache'].map((name) => join(folder, name))
    // The package's own list names /tmp. Without fonts Chromium crashes at characters that the page's font lacks.
    writeFileSync(
      join(staging, fontList),
      `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`,
    )
    renameSync(staging, folder)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** The package supports only the temporary folder. */
async function withTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
