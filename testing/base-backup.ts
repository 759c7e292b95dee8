import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import postgres from 'postgres'
import { type StopMode, startPostgres } from '#sandbox/postgres'
import { until } from '#testing/until'

/** A PostgreSQL server of its own that archives its write-ahead log, as one in production does. */
export type ArchivingCluster = {
  url: string
  /** Copies the cluster while it runs (`pg_backup_start`, the files without `pg_wal`, `pg_backup_stop`). */
  takeBaseBackup: () => Promise<void>
  /** Starts a standby from the base backup. It streams from `primaryUrl`, the server itself or a way to it. */
  startStandby: (primaryUrl: string) => Promise<Standby>
  /** Names this moment, and waits until the log up to it is archived. */
  markRestorePoint: (name: string) => Promise<void>
  /** Recovers the base backup on a new server, by the archived log, up to that moment and not beyond. */
  restore: (restorePoint: string) => Promise<{ url: string; stop: () => Promise<void> }>
  stop: (mode?: StopMode) => Promise<void>
}

export type Standby = {
  url: string
  /** Makes it a server that takes writes. */
  promote: () => Promise<void>
  stop: () => Promise<void>
}

/** @param settings of the server, beside the usual ones */
export async function startArchivingCluster(
  folder: string,
  settings: Record<string, string> = {},
): Promise<ArchivingCluster> {
  const [dataDir, archive, backup] = ['first', 'archive', 'backup'].map((name) => join(folder, name))
  mkdirSync(archive!)
  const server = await startPostgres({
    dataDir: dataDir!,
    durable: false,
    settings: { archive_mode: 'on', archive_command: `cp %p ${archive}/%f`, ...settings },
  })
  const admin = postgres(server.url, { max: 1, onnotice: () => {} })
  /** Starts a server on the base backup. The signal file says as what. */
  const startBackup = (signal: 'standby.signal' | 'recovery.signal', own: Record<string, string>) => {
    writeFileSync(join(backup!, signal), '')
    writeFileSync(`${backup}.secret`, readFileSync(`${dataDir}.secret`), { mode: 0o600 })
    const restored = { restore_command: `cp ${archive}/%f %p`, ...own }
    return startPostgres({ dataDir: backup!, durable: false, settings: restored })
  }
  return {
    url: server.url,
    takeBaseBackup: async () => {
      await admin`select pg_backup_start('drill', true)`
      const isLeftOut = (path: string) => path.startsWith(join(dataDir!, 'pg_wal/')) || isOfServer(path)
      cpSync(dataDir!, backup!, { recursive: true, filter: (path) => !isLeftOut(path) })
      const [stopped] = await admin<{ label: string }[]>`select labelfile as label from pg_backup_stop()`
      writeFileSync(join(backup!, 'backup_label'), stopped!.label)
    },
    startStandby: async (primaryUrl) => {
      const { hostname, port, username, password } = new URL(primaryUrl)
      const standby = await startBackup('standby.signal', {
        primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`,
      })
      return {
        ...standby,
        promote: async () => {
          const sql = postgres(standby.url, { max: 1, onnotice: () => {} })
          await sql`select pg_promote()`
          await sql.end()
        },
      }
    },
    markRestorePoint: async (name) => {
      await admin`select pg_create_restore_point(${name})`
      const [segment] = await admin<{ name: string }[]>`
        select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()`
      const isArchived = async () => {
        const [row] = await admin<{ is: boolean }[]>`
          select coalesce(last_archived_wal >= ${segment!.name}, false) as is from pg_stat_archiver`
        return row!.is
      }
      await until(isArchived, { what: 'the log is archived' })
    },
    restore: async (restorePoint) => {
      const restored = await startBackup('recovery.signal', {
        recovery_target_name: restorePoint,
        recovery_target_action: 'promote',
      })
      const sql = postgres(restored.url, { max: 1, onnotice: () => {} })
      const isUp = async () => {
        const [row] = await sql<{ is: boolean }[]>`select not pg_is_in_recovery() as is`
        return row!.is
      }
      await until(isUp, { what: 'the recovery has ended' })
      await sql.end()
      return restored
    },
    stop: async (mode) => {
      await admin.end()
      await server.stop(mode)
    },
  }
}

/** Files of the running server, which are not part of the data. */
function isOfServer(path: string): boolean {
  return ['postmaster.pid', 'postmaster.opts'].includes(basename(path))
}
