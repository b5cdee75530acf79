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

/** A change that the server has applied, in the order of application. */
export type AppliedChange = {
  change: Change
  /** The plan of that moment. */
  role: StripeRole
  /** The server may have forgotten its number by now, and would do it again. */
  forgotten: boolean
}

/** A change that is or was on a disk. */
export type RecordedChange = { change: Change; device: number; isExcused: boolean }

type Device = { disk: SimulatedDisk; tabs: TorturedTab[]; error: number }
type Request = {
  body: string
  device: Device
  tab: TorturedTab
  answer: (reply: ServerReply | null) => void
}

const DAY = 86_400_000
const PROBLEM = JSON.stringify(createProblemDocument('server-error'))

/**
 * A simulated world of three devices with two tabs each, a server, and all faults between them. One event happens at a
 * time, but a request may hang while others overtake it.
 */
export class SimulatedWorld {
  now = NOON
  readonly server: TorturedServer
  readonly devices: Device[]
  readonly made = new Map<ChangeId, RecordedChange>()
  log: AppliedChange[] = []
  role: StripeRole
  rounds = 0
  #numbers = 0
  /** To when the server was last set back; null if never. */
  #setBackTo: number | null = null
  #backUp: { restore: () => Promise<void>; log: AppliedChange[]; at: number } | null = null
  #hanging: Request[] = []
  #sent: string[] = []
  #fates: RequestFate[] = []
  #active: Device
  /** The tab whose sync round is going on. */
  #syncing: TorturedTab
  #halt = Promise.withResolvers<void>()
  readonly #rounds = new Map<TorturedTab, Promise<unknown>>()

  constructor(server: TorturedServer, { clocks, role }: Story) {
    this.server = server
    this.role = role
    const numbers = Array.from({ length: DEVICE_COUNT }, (_, number) => number)
    this.devices = numbers.map(number => ({
      disk: new SimulatedDisk(),
      tabs: [],
      error: clocks[number] ?? 0,
    }))
    this.#active = this.devices[0] as Device
    for (const device of this.devices) this.#open(device)
    this.#syncing = this.#active.tabs[0] as TorturedTab
  }

  /** The clock and the network of whichever device is doing something. */
  clock = () => Math.max(0, this.now + this.#active.error)

  fetch = (_path: unknown, init: { body?: unknown; headers?: HeadersInit } = {}): Promise<Response> => {
    this.rounds += 1
    const [body, device, tab] = [String(init.body), this.#active, this.#syncing]
    return new Promise((resolve, reject) => {
      const answer = (reply: ServerReply | null) =>
        reply === null ? reject(new TypeError('lost')) : resolve(asResponse(reply))
      void this.#travel({ body, device, tab, answer }, this.#fates.shift() ?? 'arrives')
    })
  }

  /** Two pieces that every device knows: the story begins in the middle. */
  async begin(): Promise<void> {
    const [first] = this.devices as [Device]
    const create = { kind: 'act', device: 0, tab: 0, act: 'create', disk: 'stored' } as const
    for (const which of [1, 2]) await this.step({ ...create, which, value: 60 + which })
    for (const device of [first, ...this.devices]) await this.#sync(device, device.tabs[0] as TorturedTab, [])
    for (const { tabs } of this.devices) for (const tab of tabs) await tab.refresh()
  }

  async step(step: TortureStep): Promise<void> {
    // A round that goes on beside the story would send its next request as whichever device acts then.
    const hanging = this.#hanging.map(({ tab }) => tab)
    if ([...this.#rounds.keys()].some(tab => !hanging.includes(tab)))
      throw new Error('A round still goes on.')
    this.now += 1
    switch (step.kind) {
      case 'act': {
        const { device, tab } = this.#tab(step)
        const intention = intentionForAct(step, tab.shown(), () => ++this.#numbers)
        if (intention === null) return
        tab.nextWrite = step.disk
        await this.#during(device, () => tab.record([intention]))
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
      case 'let-go': {
        const [request] = this.#hanging.splice(step.which % Math.max(1, this.#hanging.length), 1)
        if (request === undefined) return
        this.#fates = []
        this.#syncing = request.tab
        return this.#during(request.device, async () => {
          await this.#travel(request, step.fate)
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
        for (const made of this.made.values()) if (made.device === step.device) made.isExcused = true
        device.disk = new SimulatedDisk()
        return this.#kill(device)
      }
      case 'wait':
        // What a restored server lacks is not sent again after half a year (SC16), so nobody stays away that long.
        if (this.#setBackTo !== null && this.now + step.milliseconds > this.#setBackTo + 170 * DAY) return
        this.now += step.milliseconds
        if (step.milliseconds > DAY) this.#looseEnds()
        return
      case 'set-clock':
        ;(this.devices[step.device] as Device).error = step.error
        return
      case 'plan':
        this.role = step.role
        return this.server.setRole(step.role)
      case 'jobs':
        for (const entry of this.log)
          entry.forgotten ||= this.now - entry.change.at > RETENTION_PERIODS.changeDays * DAY
        return this.server.runJobs(this.now)
      case 'back-up':
        this.#backUp = { restore: await this.server.backUp(), log: [...this.log], at: this.now }
        return
      case 'restore': {
        // Devices keep what they have sent for a month: no older backup can be made good.
        if (this.#backUp === null || this.now - this.#backUp.at > 20 * DAY) return
        this.#looseEnds()
        await this.#backUp.restore()
        // The earliest one: a device may not have heard of the first when a second follows.
        this.#setBackTo ??= this.#backUp.at
        this.log = [...this.#backUp.log]
        return this.server.setRole(this.role)
      }
    }
  }

  /** Everybody has a network again; rounds until nothing waits, more than once: the first must hear of the last. */
  async settle(): Promise<void> {
    this.#looseEnds()
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
    await this.#during(device, () => {
      const round = runSyncRounds(tab, 'torture', () => !tab.isAlive).finally(() => this.#rounds.delete(tab))
      this.#rounds.set(tab, round)
      return round
    })
  }

  /** Until it is done, hangs, or its browser is no more. */
  async #during(device: Device, work: () => Promise<unknown>): Promise<void> {
    this.#active = device
    this.#halt = Promise.withResolvers()
    await Promise.race([work(), this.#halt.promise])
  }

  async #travel(request: Request, fate: RequestFate): Promise<void> {
    const { answer, body } = request
    switch (fate) {
      case 'hangs':
        this.#hanging.push(request)
        return this.#halt.resolve()
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
      this.log.push({ change: { ...change, at }, role, forgotten: false })
    }
    return reply
  }

  #kill(device: Device): void {
    for (const tab of device.tabs) {
      tab.isAlive = false
      this.#rounds.delete(tab)
    }
    this.#hanging = this.#hanging.filter(request => request.device !== device)
    this.#halt.resolve()
    this.#open(device)
  }

  #open(device: Device): void {
    const witness = {
      nextNumber: () => ++this.#numbers,
      killed: () => this.#kill(device),
      stored: (change: Change) =>
        void this.made.set(change.id, { change, device: this.devices.indexOf(device), isExcused: false }),
    }
    device.tabs = Array.from({ length: TABS_PER_DEVICE }, () => new TorturedTab(device.disk, witness))
  }

  /** No request lives for days: what hangs is given up by the browsers, and the old ones are gone from the network. */
  #looseEnds(): void {
    for (const device of this.devices)
      if (this.#hanging.some(request => request.device === device)) this.#kill(device)
    this.#hanging = []
    this.#sent = []
  }
}

/**
 * Converts a server's reply to the few parts of a Response that send-request.ts reads. A real Response would take longer to
 * create than the rest of a sync round.
 */
function asResponse({ status, body }: ServerReply): Response {
  const ok = status === 200
  const headers = new Headers({ 'content-type': ok ? 'application/json' : 'application/problem+json' })
  return { status, ok, headers, text: async () => body } as Response
}
