/** React's own line of work, as far as the product looks at it. */
declare module 'scheduler' {
  export const unstable_IdlePriority: number
  export function unstable_scheduleCallback(priority: number, callback: () => void): unknown
}
