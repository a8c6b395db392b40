/** Milliseconds of the processor that this thread has used: how long something takes however much else the machine has to do. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
