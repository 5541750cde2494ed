import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { LaunchOptions } from 'playwright/test'

/** How to start Chromium: Playwright's own where it is installed, else the one that npm brought (Linux), else Chrome. */
export async function chromiumLaunchOptions(): Promise<LaunchOptions> {
  if (existsSync(chromium.executablePath())) return {}
  if (process.platform !== 'linux') return { channel: 'chrome' }
  // Makes the package unpack the system libraries that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  process.env.FONTCONFIG_FILE ??= listFonts()
  // A single process ends with its first context, and without web security no test of other origins would mean anything.
  // A graphics processor that is emulated takes longer than drawing without one.
  const unwanted =
    /^--(single-process|headless|disable-web-security|use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist|in-process-gpu)/
  const args = packaged.args.filter((arg) => !unwanted.test(arg))
  return { executablePath: await packaged.executablePath(), args: [...args, '--disable-gpu'] }
}

/**
 * Tells Chromium where the package unpacks its fonts: its own list names /tmp, whatever the folder for temporary files,
 * and a Chromium without any font ends at the first character that the page's own font lacks.
 */
function listFonts(): string {
  const file = join(tmpdir(), 'hindsight-fonts.conf')
  const [fonts, cache] = ['fonts', 'fonts-cache'].map((name) => join(tmpdir(), name))
  writeFileSync(file, `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`)
  return file
}
