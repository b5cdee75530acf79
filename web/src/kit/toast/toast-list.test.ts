import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { toast, useToasterStore } from 'react-hot-toast/headless'
import { beforeEach, expect, test } from 'vitest'
import { addToast } from './toast-list.tsx'

const Count = () => String(useToasterStore().toasts.length)
const count = () => Number(renderToStaticMarkup(createElement(Count)))

beforeEach(() => toast.removeAll())

test('[UI7] at most twenty toasts are held', () => {
  for (let number = 1; number <= 25; number++) addToast('error', `fault ${number}`)
  expect(count()).toBe(20)
})

test('[UI7] the same error again is the same toast, a success is a new one each time', () => {
  for (let times = 0; times < 3; times++) addToast('error', 'Oops.')
  expect(count()).toBe(1)
  addToast('error', 'Another one.')
  expect(count()).toBe(2)
  for (let times = 0; times < 2; times++) addToast('success', 'Saved.')
  expect(count()).toBe(4)
})
