import './quick-start.ts'

await import('./run-import.ts')
