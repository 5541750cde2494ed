import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/schema/!(*.test).ts',
  out: './server/migrations',
})
