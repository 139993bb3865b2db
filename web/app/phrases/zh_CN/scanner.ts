import type { scanner as english } from '../en/scanner.ts'
import type { Translated } from '../../../kit/words/language.ts'

export const scanner = {
  scanner: {
    close: '关闭相机',
    torch: '补光灯',
    sound: '提示音',
    picture: '相机画面',
    starting: '正在启动相机…',
    aim: '将标签对准画面，自动识别',
    noDecoder: '识别组件未能加载，请检查网络，系统会自动重试。',
    retry: '重试',
    photo: '识别照片',
    photoNothing: '照片中未识别到条码。',
    photoUnreadable: '无法打开该照片。',
    problem: {
      insecure: {
        title: '使用相机需要 HTTPS',
        text: '浏览器仅允许安全连接下的网页使用相机。请服务器管理员执行一次以下命令完成配置：',
      },
      absent: {
        title: '未找到相机',
        text: '可以识别照片、手动输入序列号，或使用扫码枪。',
      },
      refused: {
        title: '相机权限被拒绝',
        text: '请在浏览器的网站设置（地址栏旁）中允许本站使用相机，然后重试。',
      },
      busy: {
        title: '相机被占用',
        text: '请关闭其他正在使用相机的应用，然后重试。',
      },
    },
  },
} as const satisfies Translated<typeof english>
