#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The desktop knows the files of Momentree by their types, next to all types of the system. usage:
# file_types.sh SOURCE_FOLDER
source=$(realpath "$1") folder=$(mktemp -d) failed=0
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/share/mime/packages"
cp "$source/resources/desktop/org.momentree.Momentree.xml" "$folder/share/mime/packages"
update-mime-database "$folder/share/mime" 2>/dev/null || exit 1
expect() {  # TYPE FILES...
    local type=$1 file found
    shift
    for file in "$@"; do
        found=$(XDG_DATA_HOME=$folder/share gio info -a standard::content-type "$file" |
            sed -n 's/ *standard::content-type: //p')
        [ "$found" = "$type" ] || { echo "$file has type '$found', not '$type'"; failed=1; }
    done
}
expect application/vnd.momentree.model+json "$source"/resources/examples/*.momentree.json
expect application/vnd.momentree.study+json "$source"/resources/studies/*.study.json
cd "$folder" || exit 1
echo '<robot name="a"/>' >a.urdf
echo '<?xml version="1.0"?><mujoco/>' >a.xml
echo '<sdf version="1.9"/>' >a.sdf
echo '{"$schema": "https://json-schema.org/draft/2020-12/schema"}' >other.json
printf 'PK\5\6%18s' '' | tr ' ' '\0' >a.momentree.zip
expect application/x-urdf+xml a.urdf
expect application/x-mjcf+xml a.xml
expect application/x-sdformat+xml a.sdf
expect application/schema+json other.json
expect application/vnd.momentree.run+zip a.momentree.zip
exit $failed
