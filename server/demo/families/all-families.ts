import type { Family } from '../family.ts'
import { accessRules } from './access-rules.ts'
import { alertRules } from './alert-rules.ts'
import { backupPolicies } from './backup-policies.ts'
import { brokerPolicies } from './broker-policies.ts'
import { businessSettings } from './business-settings.ts'
import { capacity } from './capacity.ts'
import { certificateRenewals } from './certificate-renewals.ts'
import { clusterParts } from './cluster-parts.ts'
import { dataLoads } from './data-loads.ts'
import { databaseSettings } from './database-settings.ts'
import { decommissioning } from './decommissioning.ts'
import { desktopImages } from './desktop-images.ts'
import { dnsRecords } from './dns-records.ts'
import { emergencyFixes } from './emergency-fixes.ts'
import { firewallRules } from './firewall-rules.ts'
import { linuxPatching } from './linux-patching.ts'
import { minorVersions } from './minor-versions.ts'
import { paymentReleases } from './payment-releases.ts'
import { phoneRoutes } from './phone-routes.ts'
import { pipelines } from './pipelines.ts'
import { shopReleases } from './shop-releases.ts'
import { switchFirmware } from './switch-firmware.ts'
import { windowsUpdates } from './windows-updates.ts'

/** Every kind of everyday change. */
export const families: readonly Family[] = [
  windowsUpdates,
  linuxPatching,
  minorVersions,
  databaseSettings,
  firewallRules,
  dnsRecords,
  switchFirmware,
  shopReleases,
  paymentReleases,
  capacity,
  backupPolicies,
  accessRules,
  certificateRenewals,
  desktopImages,
  phoneRoutes,
  businessSettings,
  dataLoads,
  alertRules,
  clusterParts,
  brokerPolicies,
  pipelines,
  decommissioning,
  emergencyFixes,
]
