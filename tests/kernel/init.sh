#!/bin/busybox sh
# The first program of the guest: loads the modules, takes the host's files for its root, read-only with a
# layer in memory above them, dresses up as a Raspberry Pi, runs the checks and powers off.
/bin/busybox --install -s /bin
export PATH=/bin
mount -t devtmpfs dev /dev
(sleep 600; poweroff -f) &
mount -t proc proc /proc
mount -t sysfs sys /sys
for module in /modules/*.ko; do
  case $module in
    *-i2c-stub.ko) insmod "$module" chip_addr=0x3c ;;
    *) insmod "$module" ;;
  esac
done
. /guest

mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=512000,cache=loose root /lower
mount -t tmpfs memory /upper
mkdir /upper/files /upper/work
mount -t overlay -o lowerdir=/lower,upperdir=/upper/files,workdir=/upper/work root /root
for folder in dev proc sys; do mount --move /$folder /root/$folder; done
mount -t configfs config /root/sys/kernel/config
mount -t tracefs trace /root/sys/kernel/tracing

# Where gpiozero and the doctor look which Raspberry Pi this is: a 3B, whose pins are those of /dev/gpiochip0.
mkdir -p /root/run /root/tmp
printf 'Revision\t: a02082\n' > /root/run/cpuinfo
mount --bind /root/run/cpuinfo /root/proc/cpuinfo
mount -t tmpfs memory /root/sys/firmware
mkdir -p /root/sys/firmware/devicetree/base
printf 'Raspberry Pi 3 Model B\0' > /root/sys/firmware/devicetree/base/model

chroot /root /usr/bin/env -i -C "$ROOT" PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LANG=C.UTF-8 LG_WD=/tmp \
  RPI_LGPIO_REVISION=a02082 PYTHONPATH="$PYTHONPATH" PYTHONDONTWRITEBYTECODE=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 \
  "$PYTHON" -m pytest --rootdir "$ROOT" --confcutdir "$CHECKS" -p no:cacheprovider -o console_output_style=times \
  -o python_files='check_*.py' --verbose --color=no --tb=short --no-header "$CHECKS" < /root/dev/null > /root/dev/ttyS1 2>&1
echo "$ENDED$?" > /root/dev/ttyS1
poweroff -f
