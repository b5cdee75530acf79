import { createProblemDocument } from '#core/protocol/problem.ts'
import type { Change, ChangeId } from '#core/library/change.ts'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { correctClientStamp } from '#core/library/merge.ts'
import type { StripeRole } from '#core/plan/plan.ts'
import type { SyncResponse } from '#core/protocol/sync-protocol.ts'
import { runSyncRounds } from '#web/sync/run-sync-rounds.ts'
import { NOON } from '#tests/library/builders.ts'
import { SimulatedDisk } from './disk.ts'
import { intentionForAct } from './intentions.ts'
import { DEVICE_COUNT, TABS_PER_DEVICE, type RequestFate, type TortureStep, type Story } from './steps.ts'
import { TorturedTab } from './tab.ts'
import type { ServerReply, TorturedServer } from './model-server.ts'

export type AppliedChange = {
  change: Change
  role: StripeRole
  /** The server may have deleted its id by now, and would apply it again. */
  mayBeForgotten: boolean
}

export type RecordedChange = { change: Change; device: number; isWiped: boolean }

type Device = { disk: SimulatedDisk; tabs: TorturedTab[]; clockError: number }
type Request = {
  body: string
  device: Device
  tab: TorturedTab
  answer: (reply: ServerReply | null) => void
}

const DAY = 86_400_000
const PROBLEM = JSON.stringify(createProblemDocument('server-error'))

/**
 * Three devices with two tabs each, a server, and the faults between them. One event happens at a time, but a hanging
 * request may be overtaken by others.
 */
export class SimulatedWorld {
  now = NOON
  readonly server: TorturedServer
  readonly devices: Device[]
  readonly recorded = new Map<ChangeId, RecordedChange>()
  log: AppliedChange[] = []
  role: StripeRole
  rounds = 0
  #lastNumber = 0
  #restoredTo: number | null = null
  #backUp: { restore: () => Promise<void>; log: AppliedChange[]; at: number } | null = null
  #hanging: Request[] = []
  #sent: string[] = []
  #fates: RequestFate[] = []
  #active: Device
  #syncing: TorturedTab
  #interruption = Promise.withResolvers<void>()
  readonly #rounds = new Map<TorturedTab, Promise<unknown>>()

  constructor(server: TorturedServer, { clockErrors, role }: Story) {
    this.server = server
    this.role = role
    const numbers = Array.from({ length: DEVICE_COUNT }, (_, number) => number)
    this.devices = numbers.map(number => ({
      disk: new SimulatedDisk(),
      tabs: [],
      clockError: clockErrors[number] ?? 0,
    }))
    this.#active = this.devices[0] as Device
    for (const device of this.devices) this.#open(device)
    this.#syncing = this.#active.tabs[0] as TorturedTab
  }

  clock = () => Math.max(0, this.now + this.#active.clockError)

  fetch = (_path: unknown, init: { body?: unknown; headers?: HeadersInit } = {}): Promise<Response> => {
    this.rounds += 1
    const [body, device, tab] = [String(init.body), this.#active, this.#syncing]
    return new Promise((resolve, reject) => {
      const answer = (reply: ServerReply | null) =>
        reply === null ? reject(new TypeError('lost')) : resolve(asResponse(reply))
      void this.#deliver({ body, device, tab, answer }, this.#fates.shift() ?? 'arrives')
    })
  }

  async createSharedPieces(): Promise<void> {
    const [first] = this.devices as [Device]
    const create = { kind: 'act', device: 0, tab: 0, act: 'create', disk: 'stored' } as const
    for (const which of [1, 2]) await this.step({ ...create, which, value: 60 + which })
    for (const device of [first, ...this.devices]) await this.#sync(device, device.tabs[0] as TorturedTab, [])
    for (const { tabs } of this.devices) for (const tab of tabs) await tab.refresh()
  }

  async step(step: TortureStep): Promise<void> {
    // A round left running would send its next request as whichever device acts then.
    const hanging = this.#hanging.map(({ tab }) => tab)
    if ([...this.#rounds.keys()].some(tab => !hanging.includes(tab)))
      throw new Error('A sync round is still running.')
    this.now += 1
    switch (step.kind) {
      case 'act': {
        const { device, tab } = this.#tab(step)
        const intention = intentionForAct(step, tab.shown(), () => ++this.#lastNumber)
        if (intention === null) return
        tab.nextWrite = step.disk
        await this.#runAs(device, () => tab.record([intention]))
        tab.nextWrite = 'stored'
        return
      }
      case 'sync': {
        const { device, tab } = this.#tab(step)
        tab.nextWrite = step.disk
        await this.#sync(device, tab, step.fates)
        tab.nextWrite = 'stored'
        return
      }
      case 'release': {
        const [request] = this.#hanging.splice(step.which % Math.max(1, this.#hanging.length), 1)
        if (request === undefined) return
        this.#fates = []
        this.#syncing = request.tab
        return this.#runAs(request.device, async () => {
          await this.#deliver(request, step.fate)
          await this.#rounds.get(request.tab)
        })
      }
      case 'replay': {
        const body = this.#sent.at(-1 - (step.which % Math.max(1, this.#sent.length)))
        if (body !== undefined) await this.#atServer(body)
        return
      }
      case 'kill':
        return this.#kill(this.devices[step.device] as Device)
      case 'wipe': {
        const device = this.devices[step.device] as Device
        for (const change of this.recorded.values()) if (change.device === step.device) change.isWiped = true
        device.disk = new SimulatedDisk()
        return this.#kill(device)
      }
      case 'wait':
        // After half a year devices do not resend what a restored server lacks (SC16), so no story waits that long.
        if (this.#restoredTo !== null && this.now + step.milliseconds > this.#restoredTo + 170 * DAY) return
        this.now += step.milliseconds
        if (step.milliseconds > DAY) this.#expireRequests()
        return
      case 'set-clock':
        ;(this.devices[step.device] as Device).clockError = step.clockError
        return
      case 'plan':
        this.role = step.role
        return this.server.setRole(step.role)
      case 'jobs':
        for (const entry of this.log)
          entry.mayBeForgotten ||= this.now - entry.change.at > RETENTION_PERIODS.changeDays * DAY
        return this.server.runJobs(this.now)
      case 'back-up':
        this.#backUp = { restore: await this.server.backUp(), log: [...this.log], at: this.now }
        return
      case 'restore': {
        // Devices keep what they sent for a month, so they cannot complete a server restored from an older backup.
        if (this.#backUp === null || this.now - this.#backUp.at > 20 * DAY) return
        this.#expireRequests()
        await this.#backUp.restore()
        // The earliest backup counts: a device may not know of the first restore when a second follows.
        this.#restoredTo ??= this.#backUp.at
        this.log = [...this.#backUp.log]
        return this.server.setRole(this.role)
      }
    }
  }

  /** Every device syncs three times, so that the first also receives what the last one sent. */
  async settle(): Promise<void> {
    this.#expireRequests()
    for (let pass = 0; pass < 3; pass += 1)
      for (const device of this.devices) {
        await this.#sync(device, device.tabs[pass % TABS_PER_DEVICE] as TorturedTab, [])
        for (const tab of device.tabs) await tab.refresh()
      }
  }

  #tab({ device: number, tab }: { device: number; tab: number }) {
    const device = this.devices[number] as Device
    return { device, tab: device.tabs[tab % TABS_PER_DEVICE] as TorturedTab }
  }

  async #sync(device: Device, tab: TorturedTab, fates: readonly RequestFate[]): Promise<void> {
    if (this.#rounds.has(tab)) return
    this.#fates = [...fates]
    this.#syncing = tab
    await this.#runAs(device, () => {
      const round = runSyncRounds(tab, 'torture', () => !tab.isAlive).finally(() => this.#rounds.delete(tab))
      this.#rounds.set(tab, round)
      return round
    })
  }

  /** Resolves when the work is done, its request hangs, or its browser is killed. */
  async #runAs(device: Device, work: () => Promise<unknown>): Promise<void> {
    this.#active = device
    this.#interruption = Promise.withResolvers()
    await Promise.race([work(), this.#interruption.promise])
  }

  async #deliver(request: Request, fate: RequestFate): Promise<void> {
    const { answer, body } = request
    switch (fate) {
      case 'hangs':
        this.#hanging.push(request)
        return this.#interruption.resolve()
      case 'request-lost':
        return answer(null)
      case 'server-error':
        return answer({ status: 500, body: PROBLEM })
      case 'arrives-twice':
        await this.#atServer(body)
        return answer(await this.#atServer(body))
      case 'answer-lost':
        await this.#atServer(body)
        return answer(null)
      case 'arrives':
        return answer(await this.#atServer(body))
    }
  }

  async #atServer(body: string): Promise<ServerReply> {
    this.#sent.push(body)
    const { now, role, server } = this
    const reply = await server.post(body, now)
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body}`)
    const asked: { changes: Change[]; clientNow: number } = JSON.parse(body)
    const answer: SyncResponse = JSON.parse(reply.body)
    for (const [place, change] of asked.changes.entries()) {
      if (answer.results[place]?.status !== 'applied') continue
      const at = correctClientStamp(change.at, asked.clientNow, now)
      this.log.push({ change: { ...change, at }, role, mayBeForgotten: false })
    }
    return reply
  }

  #kill(device: Device): void {
    for (const tab of device.tabs) {
      tab.isAlive = false
      this.#rounds.delete(tab)
    }
    this.#hanging = this.#hanging.filter(request => request.device !== device)
    this.#interruption.resolve()
    this.#open(device)
  }

  #open(device: Device): void {
    const observer = {
      nextNumber: () => ++this.#lastNumber,
      killed: () => this.#kill(device),
      stored: (change: Change) =>
        void this.recorded.set(change.id, { change, device: this.devices.indexOf(device), isWiped: false }),
    }
    device.tabs = Array.from({ length: TABS_PER_DEVICE }, () => new TorturedTab(device.disk, observer))
  }

  /** No request lives for days: browsers give up hanging ones, and the network no longer repeats old ones. */
  #expireRequests(): void {
    for (const device of this.devices)
      if (this.#hanging.some(request => request.device === device)) this.#kill(device)
    this.#hanging = []
    this.#sent = []
  }
}

/**
 * Only the parts of a Response that send-request.ts reads: a real one takes longer to create than the rest of a sync
 * round.
 */
function asResponse({ status, body }: ServerReply): Response {
  const ok = status === 200
  const headers = new Headers({ 'content-type': ok ? 'application/json' : 'application/problem+json' })
  return { status, ok, headers, text: async () => body } as Response
}
