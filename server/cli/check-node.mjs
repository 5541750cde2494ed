// Imported first by the programs that install Hindsight.
import { exitOnOldNode } from './node-version.mjs'

exitOnOldNode(20, 11, ' to start (it installs Node 24 for itself)')
