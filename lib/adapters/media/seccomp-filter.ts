/** Supported architectures, by Node's names. */
type FilteredArch = 'x64' | 'arm64'

/** `AUDIT_ARCH_*` of linux/audit.h. */
const auditArch: Record<FilteredArch, number> = { x64: 0xc000003e, arm64: 0xc00000b7 }

/**
 * System calls that no media program needs, with their numbers on [x64, arm64]; `undefined` if the
 * architecture does not have the call. They change the machine, create namespaces, read other processes, or
 * belong to large and often vulnerable parts of the kernel. The list follows the default profiles of Docker
 * and Flatpak.
 */
const denied: Record<string, readonly [x64: number | undefined, arm64: number | undefined]> = {
  acct: [163, 89],
  add_key: [248, 217],
  adjtimex: [159, 171],
  bpf: [321, 280],
  chroot: [161, 51],
  clock_adjtime: [305, 266],
  clock_settime: [227, 112],
  create_module: [174, undefined],
  delete_module: [176, 106],
  fanotify_init: [300, 262],
  finit_module: [313, 273],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fsopen: [430, 430],
  fspick: [433, 433],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  ioperm: [173, undefined],
  iopl: [172, undefined],
  kcmp: [312, 272],
  kexec_file_load: [320, 294],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  lookup_dcookie: [212, 18],
  migrate_pages: [256, 238],
  mount: [165, 40],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  move_pages: [279, 239],
  mq_open: [240, 180],
  name_to_handle_at: [303, 264],
  nfsservctl: [180, 42],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  personality: [135, 92],
  pidfd_getfd: [438, 438],
  pivot_root: [155, 41],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  reboot: [169, 142],
  request_key: [249, 218],
  setdomainname: [171, 162],
  sethostname: [170, 161],
  setns: [308, 268],
  settimeofday: [164, 170],
  socket: [41, 198],
  swapoff: [168, 225],
  swapon: [167, 224],
  syslog: [103, 116],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  vhangup: [153, 58],
}
/** Calls that start a process, not a thread. */
const forks = { fork: [57, undefined], vfork: [58, undefined] } as const
const clone = [56, 220] as const
const clone3 = [435, 435] as const
const socketpair = [53, 199] as const

const errno = { EPERM: 1, ENOSYS: 38 }
/** `CLONE_NEWNS`, `NEWCGROUP`, `NEWUTS`, `NEWIPC`, `NEWUSER`, `NEWPID`, `NEWNET`. */
const namespaceFlags = 0x7e020000
const threadFlag = 0x00010000
const unixSockets = 1
/** System calls of the x32 interface have this bit. */
const x32Bit = 0x40000000

/** Offsets in `struct seccomp_data`; of the argument, only the lower 32 bits are read. */
const offsets = { number: 0, arch: 4, firstArgument: 16 }

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number]
const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const ifEqual = (value: number, yes: number, no: number): Instruction => [0x15, yes, no, value]
const ifAtLeast = (value: number, yes: number, no: number): Instruction => [0x35, yes, no, value]
const ifAnyBit = (value: number, yes: number, no: number): Instruction => [0x45, yes, no, value]
const answer = (value: number): Instruction => [0x06, 0, 0, value]
const allow = answer(0x7fff0000)
const kill = answer(0x80000000)
const fail = (code: number) => answer(0x00050000 | code)

/**
 * Creates a seccomp filter for `bwrap --seccomp`: an array of `struct sock_filter`. A denied call fails with
 * `EPERM`; a call with the ABI of another architecture kills the program. Sockets can only be created as
 * connected pairs (`socketpair`).
 *
 * @param options.mayFork true if the program may start other processes; threads are always allowed
 * @returns `undefined` on other architectures
 */
export function seccompFilter(options: { arch: string; mayFork: boolean }): Buffer | undefined {
  const { arch, mayFork } = options
  if (arch !== 'x64' && arch !== 'arm64') return undefined
  const numberOf = (pair: readonly [number | undefined, number | undefined]) => pair[arch === 'x64' ? 0 : 1]
  const refused = [...Object.values(denied), ...(mayFork ? [] : Object.values(forks))]
    .map(numberOf)
    .filter((number) => number !== undefined)
  const program: Instruction[] = [
    load(offsets.arch),
    ifEqual(auditArch[arch], 1, 0),
    kill,
    load(offsets.number),
    ...(arch === 'x64' ? [ifAtLeast(x32Bit, 0, 1), fail(errno.ENOSYS)] : []),
    ...refused.flatMap((number) => [ifEqual(number, 0, 1), fail(errno.EPERM)]),
    // The flags of `clone3` are in memory, which a filter cannot read. With ENOSYS, the C library falls back
    // to `clone`.
    ifEqual(numberOf(clone3)!, 0, 1),
    fail(errno.ENOSYS),
    ifEqual(numberOf(clone)!, 0, mayFork ? 4 : 6),
    load(offsets.firstArgument),
    ifAnyBit(namespaceFlags, 0, 1),
    fail(errno.EPERM),
    ...(mayFork ? [allow] : [ifAnyBit(threadFlag, 1, 0), fail(errno.EPERM)]),
    ...(mayFork ? [] : [allow]),
    ifEqual(numberOf(socketpair)!, 0, 3),
    load(offsets.firstArgument),
    ifEqual(unixSockets, 1, 0),
    fail(errno.EPERM),
    allow,
  ]
  const bytes = Buffer.alloc(program.length * 8)
  for (const [at, [code, yes, no, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(yes, at * 8 + 2)
    bytes.writeUInt8(no, at * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4)
  }
  return bytes
}
