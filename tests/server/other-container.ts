import { spawnSync } from 'node:child_process'

/** Runs a command as in a container of its own that has the host's name: it sees none of the other processes. */
export const OTHER_CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const

/** True if this process may do so. Only root may, on Linux. */
export const canStartContainer = spawnSync('unshare', [...OTHER_CONTAINER.slice(1), 'true']).status === 0
