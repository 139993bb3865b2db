/**
 * What one server of an installation does. All of it by default; several servers on one database share it out.
 * `api` answers people, `intake` takes what gateways say and tells them what is due, `worker` does what is done again
 * and again, `broker` is the built-in MQTT broker, which hands over within its process and so stands beside `intake`.
 */
export const roleNames = ['api', 'intake', 'worker', 'broker'] as const
export type RoleName = (typeof roleNames)[number]
