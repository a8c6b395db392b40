/** A trial lasts this long (SHL-23). */
export const trialDays = 15

/** Of the whole trial: green from half of it, orange from a quarter, else red (SHL-23). */
export const trialTone = (countDown: number): 'ok' | 'warn' | 'bad' => (countDown >= trialDays / 2 ? 'ok' : countDown >= trialDays / 4 ? 'warn' : 'bad')
