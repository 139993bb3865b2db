import { describe, expect, it } from 'vitest'
import { templateProblem, tileAddress, tileHost, tileOrigin } from './map-tiles.ts'

const template = 'https://tiles.example:8443/{z}/{x}/{y}.png?key=k-1'

describe('the address of map tiles', () => {
  it('is filled with the tile that is wanted', () => {
    expect(tileAddress(template, { z: 14, x: 9030, y: 9851 })).toBe(
      'https://tiles.example:8443/14/9030/9851.png?key=k-1',
    )
    expect(tileAddress('https://t.example/?row={y}&column={x}&zoom={z}', { z: 1, x: 0, y: 1 })).toBe(
      'https://t.example/?row=1&column=0&zoom=1',
    )
  })

  it('has one origin, in the form of a browser', () => {
    expect(tileOrigin({ template })).toBe('https://tiles.example:8443')
    expect(tileOrigin({ template: 'https://Tiles.Example:443/{z}/{x}/{y}' })).toBe('https://tiles.example')
    expect(tileOrigin({ template: 'http://[::1]:9/{z}/{x}/{y}' })).toBe('http://[::1]:9')
    expect(tileHost({ template })).toBe('tiles.example:8443')
  })

  it('says what is wrong with it, and asks only of plain http which host it is', () => {
    const asked: string[] = []
    const plain = (host: string): boolean => {
      asked.push(host)
      return host === 'here'
    }
    expect(templateProblem(template, plain)).toBeNull()
    expect(asked).toEqual([])
    expect(templateProblem('http://here/{z}/{x}/{y}', plain)).toBeNull()
    expect(templateProblem('http://there/{z}/{x}/{y}', plain)).toBe('plain')
    expect(asked).toEqual(['here', 'there'])
    expect(templateProblem('https://t.example/{z}/{x}', plain)).toBe('placeholders')
    expect(templateProblem('ftp://t.example/{z}/{x}/{y}', plain)).toBe('form')
  })
})
