const split = (text: string): readonly string[] => text.split(', ')

// The words of which generated records are made: the first ones are drawn more often.

export const services = split(
  'payments-api, payments-db, checkout-web, product-search, order-service, orders-db, customer-portal, warehouse-wms, erp-finance, hr-portal, core-network, edge-proxy, firewall, vpn-gateway, office-wifi, dns-public, dns-internal, telephony, identity-sso, staff-directory, certificate-authority, backup-vault, mail-relay, data-lake, reporting, print-service',
)
export const nouns = split(
  'gateway, ledger, queue, replica, certificate, router, index, cache, batch, invoice, login, backup, disk, cluster, deploy, schema, firewall, tunnel, session, payment',
)
export const verbs = split(
  'times out, is slow, fails, restarts, fills up, drops requests, returns errors, loses packets, rejects writes, is locked',
)
export const works = split('Upgrade, Move, Replace, Patch, Resize, Rotate, Tune, Migrate, Extend, Retire')
export const words = split(
  'the, a, of, after, before, when, we, was, not, node, replica, writes, timeout, retry, queue, index, latency, disk, memory, certificate, expiry, rollout, canary, rehearse, copy, window, failover, snapshot, checksum, batch, ledger, customer, alert, threshold, dashboard, runbook, review, evidence, cause, fix, lesson, owner, risk, plan, schema, migration, lock, deadlock, pool, session, token, header, cache, shard, quorum, leader, election, packet, route, tunnel, firewall, rule, audit, backup, restore, drill, capacity, forecast, growth, limit, quota, throttle, burst, drain, reload, restart, kernel, driver, firmware, patch, version, release, branch, pipeline, secret, rotation, domain, record, zone, cluster, namespace',
)
export const givenNames = split(
  'Ada, Bela, Chiara, Dario, Élodie, Femi, Greta, Hiro, Ines, Jonas, Kaja, Lars, Mina, Noor, Otto, Pia',
)
export const familyNames = split(
  'Marchetti, Lind, Okafor, Tanaka, Novak, Silva, Haugen, Reid, Haddad, Berg, Costa, Dietrich, Farah',
)
