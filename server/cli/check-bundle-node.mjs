// Imported first by the programs in `dist/`, to which it is copied.
import { exitOnOldNode } from './node-version.mjs'

exitOnOldNode(24, 0, '')
