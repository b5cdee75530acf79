import { spawnSync } from 'node:child_process'

/** Runs a command in a PID namespace of its own, as in a container with the same hostname: it sees no other process. */
export const OTHER_CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const

export const canStartContainer = spawnSync('unshare', [...OTHER_CONTAINER.slice(1), 'true']).status === 0
