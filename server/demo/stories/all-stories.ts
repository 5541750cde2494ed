import type { Story } from '../story.ts'
import { ahead } from './ahead.ts'
import { backupRetention } from './backup-retention.ts'
import { blockStorage } from './block-storage.ts'
import { clusterUpgrades } from './cluster-upgrades.ts'
import { coreSwitches } from './core-switches.ts'
import { databaseDisk } from './database-disk.ts'
import { databaseUpgrades } from './database-upgrades.ts'
import { deliveryDate } from './delivery-date.ts'
import { edgeCertificate } from './edge-certificate.ts'
import { fileShares } from './file-shares.ts'
import { financePatch } from './finance-patch.ts'
import { imageNames } from './image-names.ts'
import { internalResolvers } from './internal-resolvers.ts'
import { logIndexes } from './log-indexes.ts'
import { mailRelay } from './mail-relay.ts'
import { messageQueues } from './message-queues.ts'
import { officeWifi } from './office-wifi.ts'
import { oldFtpServer } from './old-ftp-server.ts'
import { orderRelease } from './order-release.ts'
import { secondFactor } from './second-factor.ts'
import { vaultKeys } from './vault-keys.ts'
import { vpnPatch } from './vpn-patch.ts'
import { waitingForReview } from './waiting-for-review.ts'
import { warehouseAmounts } from './warehouse-amounts.ts'
import { warehouseFirewall } from './warehouse-firewall.ts'
import { warehouseRelease } from './warehouse-release.ts'

/** Every story that is written by hand. */
export const handWrittenStories: readonly Story[] = [
  ...databaseUpgrades,
  ...databaseDisk,
  ...edgeCertificate,
  ...vaultKeys,
  ...coreSwitches,
  ...vpnPatch,
  ...warehouseFirewall,
  ...officeWifi,
  ...imageNames,
  ...mailRelay,
  ...internalResolvers,
  ...fileShares,
  ...blockStorage,
  ...backupRetention,
  ...orderRelease,
  ...deliveryDate,
  ...warehouseRelease,
  ...clusterUpgrades,
  ...messageQueues,
  ...logIndexes,
  ...oldFtpServer,
  ...secondFactor,
  ...financePatch,
  ...warehouseAmounts,
  ...waitingForReview,
  ...ahead,
]
