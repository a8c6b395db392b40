/** As the `ref` of what takes the place of something that held the focus, so that the keyboard and what is read aloud go on there; with `tabIndex={-1}`. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
